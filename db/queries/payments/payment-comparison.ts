/**
 * Payments whose sums reconciliation has to compare with their provider (table `payment_comparison`), and their sums at the
 * provider and in the ledger.
 */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { Difference } from '../../reconciliation-tables.ts'
import type { Provider } from '../../schema.ts'
import { demoCapturePrefix } from './reconciliation.ts'
import type { AccountFilter } from './reconciled-accounts.ts'

export interface ListedPayment {
  captureId: string
  markedOrder: string | null
  foundAt: Date | null
}

const pageSize = 200

/**
 * In minutes. A statement that inserts entries ends within this time (`longTimeoutMs`), so after it no entry with a smaller id can
 * still appear.
 */
const settledMinutes = 10

/**
 * Adds the payments of these providers with new ledger entries to the table `payment_comparison`. New are entries since the last
 * call, and those that were so recent then that others with smaller ids could still appear. Reads only these entries.
 */
export async function listChangedPayments(db: Db, providers: readonly AccountFilter[]): Promise<void> {
  if (providers.length === 0) return
  const isOne = providers.map(({ provider, mode }) => sql`(${provider}, ${mode})`)
  await sql`
    with range as materialized (
      select listed_id, coalesce((select max(id) from ledger_entry), 0) as up_to from reconciled_ledger
    ),
    -- Postgres expects few elements of an array, so it finds each tip by an index instead of joining whole tables.
    changed as materialized (
      select unnest(array(
        select distinct l.tip_id from range, ledger_entry l where l.id > range.listed_id and l.id <= range.up_to
      )) as tip_id
    ),
    listed as (
      insert into payment_comparison (provider, capture_id, mode, payee_id)
      select t.provider, t.capture_id, t.mode, o.payee_id
      from changed join tip t on t.id = changed.tip_id join tip_order o on o.id = t.order_id
      where (t.provider, t.mode) in (${sql.join(isOne)}) and not starts_with(t.capture_id, ${demoCapturePrefix})
      on conflict do nothing
    )
    update reconciled_ledger set listed_id = seen_id, seen_id = range.up_to, seen_at = now() from range
    where seen_at < now() - ${settledMinutes} * interval '1 minute'
  `.execute(db)
}

/** Adds the payments that were captured at or after `since` to the table `payment_comparison`. */
export async function listPaymentsSince(
  db: Db,
  { provider, mode }: AccountFilter,
  since: Date,
): Promise<void> {
  await sql`
    insert into payment_comparison (provider, capture_id, mode, payee_id)
    select t.provider, t.capture_id, t.mode, o.payee_id from tip t join tip_order o on o.id = t.order_id
    where t.captured_at >= ${since} and t.provider = ${provider} and t.mode = ${mode}
      and not starts_with(t.capture_id, ${demoCapturePrefix})
    on conflict do nothing
  `.execute(db)
}

/**
 * Returns a page of an account's payments that have to be compared, in the order of their captures' ids. `after` is the last
 * capture id of the previous page.
 */
export async function readListedPayments(
  db: Db,
  { provider, payeeId }: { provider: Provider; payeeId: string },
  after: string | undefined,
): Promise<ListedPayment[]> {
  return db
    .selectFrom('paymentComparison')
    .select(['captureId', 'markedOrder', 'foundAt'])
    .where('provider', '=', provider)
    .where('payeeId', '=', payeeId)
    .where('captureId', '>', after ?? '')
    .orderBy('captureId')
    .limit(pageSize)
    .execute()
}

/**
 * Removes the payments of an account from the table `payment_comparison`, because their sums cannot be compared. Payments with a
 * known difference stay.
 */
export async function deleteListedPayments(
  db: Db,
  { provider, mode, payeeId }: AccountFilter & { payeeId: string },
): Promise<void> {
  await db
    .deleteFrom('paymentComparison')
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('payeeId', '=', payeeId)
    .where('foundAt', 'is', null)
    .execute()
}

/** The sums of one kind of movement of a payment, at the provider and in the ledger. */
export interface ComparedSum extends Difference {
  captureId: string
  /** The time of the last movement in these sums. */
  lastAt: Date
}

export function isEqual({ providerMinor, ledgerMinor }: ComparedSum): boolean {
  return providerMinor === ledgerMinor
}

export function toDifference({
  kind,
  currency,
  day,
  providerMinor,
  ledgerMinor,
  transactionIds,
}: ComparedSum) {
  return { kind, currency, day, providerMinor, ledgerMinor, transactionIds } satisfies Difference
}

/**
 * Returns the change of the creator's balance, at the provider and in the ledger, for each of these payments and kind of movement. An
 * adjustment counts as the kind that it settles. If it settles a transaction in another currency than the tip's, neither side has it.
 */
export async function compareSums(db: Db, provider: Provider, captureIds: string[]): Promise<ComparedSum[]> {
  const { rows } = await sql<ComparedSum>`
    with foreign_settled as (
      select a.id, x.transaction_id from tip t join adjustment a on a.tip_id = t.id and a.decision = 'booked'
      join provider_transaction x on x.provider = t.provider and x.transaction_id = a.transaction_id
      where t.provider = ${provider} and t.capture_id = any (${captureIds}) and x.capture_id = t.capture_id and x.currency <> t.currency
    ),
    provider_side as (
      select capture_id, kind, currency, sum(net_minor)::bigint as minor,
        array_agg(transaction_id order by created_at, transaction_id) as ids, min(created_at) as first_at, max(created_at) as last_at
      from provider_transaction where provider = ${provider} and capture_id = any (${captureIds})
        and transaction_id not in (select transaction_id from foreign_settled)
      group by capture_id, kind, currency
    ),
    ledger_side as (
      select t.capture_id, l.currency, sum(l.amount_minor)::bigint as minor, min(l.booked_at) as first_at, max(l.booked_at) as last_at,
        case when l.kind = 'adjustment' then a.kind when starts_with(l.source_id, 'dispute:') then 'dispute'
          when l.kind in ('capture', 'fee_set_off', 'provider_fee') then 'payment' else 'refund' end as kind
      from tip t join ledger_entry l on l.tip_id = t.id left join adjustment a on a.id = l.movement_id and l.kind = 'adjustment'
      where t.provider = ${provider} and t.capture_id = any (${captureIds}) and l.account = 'creator'
        and l.movement_id not in (select id from foreign_settled)
      group by 1, 2, 6
    )
    select capture_id, kind, currency, coalesce(p.minor, 0) as provider_minor, coalesce(l.minor, 0) as ledger_minor,
      coalesce(p.ids, '{}') as transaction_ids,
      to_char(coalesce(p.first_at, l.first_at) at time zone 'utc', 'YYYY-MM-DD') as day, greatest(p.last_at, l.last_at) as last_at
    from provider_side p full join ledger_side l using (capture_id, kind, currency)
    order by capture_id, kind
  `.execute(db)
  return rows
}

/** Returns those of these captures whose record at the provider has not been read yet. */
export async function listUnrecorded(db: Db, provider: Provider, captureIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ captureId: string }>`
    select capture_id from tip where provider = ${provider} and capture_id = any (${captureIds}) and records_due_at < 'infinity'
  `.execute(db)
  return new Set(rows.map(({ captureId }) => captureId))
}

/** Stores the differences of a payment. A payment without differences is removed from the table `payment_comparison`. */
export async function saveDifferences(
  db: Db,
  { provider, captureId }: { provider: Provider; captureId: string },
  differences: Difference[],
): Promise<void> {
  if (differences.length === 0) {
    await db
      .deleteFrom('paymentComparison')
      .where('provider', '=', provider)
      .where('captureId', '=', captureId)
      .execute()
    return
  }
  await sql`
    update payment_comparison set found_at = coalesce(found_at, now()), differences = ${JSON.stringify(differences)}::jsonb
    where provider = ${provider} and capture_id = ${captureId}
  `.execute(db)
}

/** Compares a payment whose sums differ once more, after something was booked. Does nothing if no difference of it is known. */
export async function refreshDifferences(
  db: Db,
  key: { provider: Provider; captureId: string },
): Promise<void> {
  const known = await db
    .selectFrom('paymentComparison')
    .select('foundAt')
    .where('provider', '=', key.provider)
    .where('captureId', '=', key.captureId)
    .where('foundAt', 'is not', null)
    .executeTakeFirst()
  if (!known) return
  const sums = await compareSums(db, key.provider, [key.captureId])
  await saveDifferences(db, key, sums.filter((sum) => !isEqual(sum)).map(toDifference))
}
