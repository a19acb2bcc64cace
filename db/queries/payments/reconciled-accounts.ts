/** The accounts at providers that reconciliation compares with the ledger, and how far each comparison has come. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { AccountAccess } from '../../reconciliation-tables.ts'
import type { Mode, Provider } from '../../schema.ts'

export interface ReconciledAccount {
  payeeId: string
  completeTo: Date
  access: AccountAccess | null
}

export interface AccountFilter {
  provider: Provider
  mode: Mode
}

const pageSize = 200

/**
 * Adds accounts that are connected, or have a payment to compare, and are not in the table yet. Their transactions are compared
 * from `since` on.
 */
export async function registerAccounts(
  db: Db,
  { provider, mode }: AccountFilter,
  since: Date,
): Promise<void> {
  await sql`
    insert into reconciled_account (provider, mode, payee_id, complete_to)
    select ${provider}::text, ${mode}::text, payee_id, ${since}::timestamptz from (
      select payee_id from payout_account where provider = ${provider} and is_ready
      union select payee_id from payment_comparison where provider = ${provider} and mode = ${mode}
    ) known
    where not exists (select from reconciled_account a
      where a.provider = ${provider} and a.mode = ${mode} and a.payee_id = known.payee_id)
    on conflict do nothing
  `.execute(db)
}

/**
 * Lists a page of the accounts that are due at `due` or have a payment to compare; all accounts if `due` is undefined. `after` is
 * the last account of the previous page. With `due`, reads only these accounts.
 */
export async function listAccounts(
  db: Db,
  { provider, mode }: AccountFilter,
  { due, after }: { due: Date | undefined; after: string | undefined },
): Promise<ReconciledAccount[]> {
  const isDue = due
    ? sql`payee_id in (
        select payee_id from reconciled_account where due_at <= ${due} and provider = ${provider} and mode = ${mode}
        union select payee_id from payment_comparison where provider = ${provider} and mode = ${mode})`
    : sql`true`
  const { rows } = await sql<ReconciledAccount>`
    select payee_id, complete_to, access from reconciled_account
    where provider = ${provider} and mode = ${mode} and payee_id > ${after ?? ''} and ${isDue}
    order by payee_id limit ${pageSize}
  `.execute(db)
  return rows
}

interface Compared {
  now: Date
  /** The account is compared up to this time. */
  completeTo: Date
  hasMoved: boolean
  access?: AccountAccess
}

/**
 * Stores that an account was compared, and when it is due next: after 50 minutes if something on it has changed. Otherwise the wait
 * is a quarter of the time since its last change, at least 50 minutes and at most a day.
 */
export async function saveCompleteTo(
  db: Db,
  { provider, mode, payeeId }: AccountFilter & { payeeId: string },
  { now, completeTo, hasMoved, access = 'unlisted' }: Compared,
): Promise<void> {
  await sql`
    insert into reconciled_account as a (provider, mode, payee_id, complete_to, access)
    values (${provider}, ${mode}, ${payeeId}, ${completeTo}, ${access})
    on conflict (provider, mode, payee_id) do update set
      complete_to = greatest(a.complete_to, excluded.complete_to),
      access = excluded.access,
      moved_at = case when ${hasMoved} then ${now} else a.moved_at end,
      due_at = ${now}::timestamptz + case when ${hasMoved} then interval '50 minutes'
        else greatest(interval '50 minutes', least(interval '1 day', (${now}::timestamptz - a.moved_at) / 4)) end
  `.execute(db)
}

/** Returns up to what time an account is compared. */
export async function findCompleteTo(
  db: Db,
  { provider, mode }: AccountFilter,
  payeeId: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('reconciledAccount')
    .select('completeTo')
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('payeeId', '=', payeeId)
    .executeTakeFirst()
  return row?.completeTo
}

/**
 * Returns up to what time all accounts of these providers are compared, leaving out accounts that we have lost access to. With `isOfSums`,
 * also leaves out accounts whose sums we cannot compare. Undefined if no account is left.
 */
export async function findWhollyCompleteTo(
  db: Db,
  accounts: AccountFilter[],
  { isOfSums = false } = {},
): Promise<Date | undefined> {
  if (accounts.length === 0) return undefined
  const { rows } = await sql<{ completeTo: Date | null }>`
    select min(complete_to) as complete_to from reconciled_account
    where access is distinct from 'lost' ${isOfSums ? sql`and access is distinct from 'unlisted'` : sql``}
      and (provider, mode) in (${sql.join(accounts.map(({ provider, mode }) => sql`(${provider}, ${mode})`))})
  `.execute(db)
  return rows[0]?.completeTo ?? undefined
}
