/** Payouts to creators' banks. */
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Payout, PayoutItem } from '../../../contract/payments/statement-calls.ts'
import type { Db } from '../../connection.ts'
import type { Mode, Provider, Schema } from '../../schema.ts'

/** The only provider that pays out to banks by itself. At PayPal the money stays in the creator's account. */
const payingProvider = 'stripe'

type Account = Pick<Insertable<Schema['payout']>, 'provider' | 'mode' | 'payeeId'>
type NewPayout = Omit<Insertable<Schema['payout']>, keyof Account | 'isItemized'>

/** Stores payouts in one statement. A payout that is already stored gets its current status and arrival date. */
export async function savePayouts(db: Db, account: Account, payouts: readonly NewPayout[]): Promise<void> {
  if (payouts.length === 0) return
  const { provider, mode, payeeId } = account
  const given = JSON.stringify(payouts)
  await sql`
    insert into payout (provider, payout_id, mode, payee_id, amount_minor, currency, status, created_at, arrives_at)
    select distinct on ("payoutId") ${provider}, "payoutId", ${mode}, ${payeeId}, "amountMinor", "currency", "status", "createdAt", "arrivesAt"
    from jsonb_to_recordset(${given}::jsonb) as g ("payoutId" text, "amountMinor" bigint, "currency" text, "status" text,
      "createdAt" timestamptz, "arrivesAt" timestamptz)
    on conflict (provider, payout_id) do update set status = excluded.status, arrives_at = excluded.arrives_at
  `.execute(db)
}

/** Returns those of these payouts whose transactions are not stored yet. */
export async function listUnitemizedPayouts(
  db: Db,
  provider: Provider,
  payoutIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ payoutId: string }>`
    select payout_id from payout where provider = ${provider} and payout_id = any (${payoutIds}) and not is_itemized
  `.execute(db)
  return rows.map(({ payoutId }) => payoutId)
}

/** Stores which transactions a payout contains. */
export async function markPaidOut(
  db: Db,
  { provider, payoutId }: { provider: Provider; payoutId: string },
  transactionIds: string[],
): Promise<void> {
  await sql`
    with paid as (
      update provider_transaction set payout_id = ${payoutId}
      where provider = ${provider} and transaction_id = any (${transactionIds})
    )
    update payout set is_itemized = true where provider = ${provider} and payout_id = ${payoutId}
  `.execute(db)
}

type PayoutRow = Omit<Payout, 'arrivesAt'> & { arrivesAt: Date; items: PayoutItem[] }

/** Lists the latest payouts to a creator, each with at most `maxItems` of the tips, refunds and disputes that it contains. */
export async function listPayoutsOf(
  db: Db,
  creatorUid: string,
  { mode, limit, maxItems }: { mode: Mode; limit: number; maxItems: number },
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select p.payout_id as id, p.provider, p.amount_minor as amount, p.currency, p.status, p.arrives_at, held.count as item_count,
      coalesce(held.items, '[]') as items
    from payout_account a join payout p on p.provider = a.provider and p.payee_id = a.payee_id,
    lateral (
      select max(total)::int as count,
        jsonb_agg(jsonb_build_object('tipId', id, 'kind', kind, 'name', name, 'amount', amount) order by created_at desc) as items
      from (
        select t.id, x.kind, case when t.is_anonymous then 'Anonymous' else t.supporter_name end as name,
          x.settled_minor as amount, x.created_at, count(*) over () as total
        from provider_transaction x join tip t on t.provider = x.provider and t.capture_id = x.capture_id
        where x.provider = p.provider and x.payout_id = p.payout_id and t.creator_uid = a.uid
        order by x.created_at desc limit ${maxItems}
      ) item
    ) held
    where a.uid = ${creatorUid} and p.mode = ${mode}
    order by p.created_at desc limit ${limit}
  `.execute(db)
  return rows
}

/**
 * Returns the money that is in no payout yet, by currency, and when the first of it can be paid out. Ignores money that has been
 * available for two weeks, because the creator must have paid it out by hand.
 */
export async function listOnTheWay(
  db: Db,
  creatorUid: string,
  mode: Mode,
): Promise<{ currency: string; amount: number; availableAt: Date }[]> {
  const { rows } = await sql<{ currency: string; amount: number; availableAt: Date }>`
    select x.settled_currency as currency, sum(x.settled_minor)::bigint as amount, min(x.available_at) as available_at
    from payout_account a join provider_transaction x on x.provider = a.provider and x.payee_id = a.payee_id
    where a.uid = ${creatorUid} and a.provider = ${payingProvider} and x.mode = ${mode} and x.payout_id is null
      and x.available_at > now() - interval '14 days'
    group by x.settled_currency having sum(x.settled_minor) <> 0 order by 1
  `.execute(db)
  return rows
}
