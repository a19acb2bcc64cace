/** The transactions that providers have booked for our payments. */
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Db } from '../../connection.ts'
import type { Provider, Schema } from '../../schema.ts'
import type { CaptureKey } from './reports.ts'

export type NewTransaction = Omit<Insertable<Schema['providerTransaction']>, 'payoutId'> & {
  /** Our id of the order, as the payment's metadata contains it. */
  orderId?: string | undefined
}

/** Stores transactions that are not stored yet, and adds their payments to the table `payment_comparison`. Returns how many payments. */
export async function saveTransactions(db: Db, transactions: readonly NewTransaction[]): Promise<number> {
  if (transactions.length === 0) return 0
  const { numAffectedRows } = await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(transactions)}::jsonb) as g ("provider" text, "transactionId" text,
        "mode" text, "payeeId" text, "sourceId" text, "captureId" text, "kind" text, "settledMinor" bigint,
        "settledCurrency" text, "netMinor" bigint, "currency" text, "disputeFeeMinor" bigint, "createdAt" timestamptz, "availableAt" timestamptz,
        "orderId" text)
    ),
    stored as (
      insert into provider_transaction (provider, transaction_id, mode, payee_id, source_id, capture_id, kind, settled_minor,
        settled_currency, net_minor, currency, dispute_fee_minor, created_at, available_at)
      select "provider", "transactionId", "mode", "payeeId", "sourceId", "captureId", "kind", "settledMinor",
        "settledCurrency", "netMinor", "currency", "disputeFeeMinor", "createdAt", "availableAt" from given
      on conflict do nothing
      returning provider, transaction_id, mode, payee_id, capture_id
    )
    insert into payment_comparison (provider, capture_id, mode, payee_id, marked_order)
    select s.provider, s.capture_id, s.mode, s.payee_id, max(g."orderId")
    from stored s join given g on g."transactionId" = s.transaction_id
    group by s.provider, s.capture_id, s.mode, s.payee_id
    on conflict (provider, capture_id) do update set
      marked_order = coalesce(payment_comparison.marked_order, excluded.marked_order)
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Returns the capture id for each of these ids that we know. An id may be the capture of a tip, the capture of stored transactions,
 * or the id of a stored transaction.
 */
export async function findCaptures(db: Db, provider: Provider, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; captureId: string }>`
    select capture_id as id, capture_id from tip where provider = ${provider} and capture_id = any (${ids})
    union select capture_id, capture_id from provider_transaction where provider = ${provider} and capture_id = any (${ids})
    union select transaction_id, capture_id from provider_transaction
      where provider = ${provider} and transaction_id = any (${ids})
  `.execute(db)
  return new Map(rows.map(({ id, captureId }) => [id, captureId]))
}

/** Returns those of these ids that are our ids of orders at a provider. */
export async function listKnownOrders(db: Db, provider: Provider, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from tip_order where provider = ${provider} and id = any (${ids.filter(isUuid)}::uuid[])
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Lists the provider's ids of the disputes that the transactions of a capture name. */
export async function listDisputeIds(db: Db, provider: Provider, captureId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('providerTransaction')
    .select('sourceId')
    .distinct()
    .where('provider', '=', provider)
    .where('captureId', '=', captureId)
    .where('kind', '=', 'dispute')
    .whereRef('sourceId', '<>', 'transactionId')
    .execute()
  return rows.map(({ sourceId }) => sourceId)
}

/** Lists the completed refunds of a capture of which no transaction is stored. */
export async function listUnlistedRefunds(
  db: Db,
  { provider, captureId }: CaptureKey,
): Promise<{ refundId: string; occurredAt: Date }[]> {
  return db
    .selectFrom('providerRefund as r')
    .select(['r.refundId', 'r.occurredAt'])
    .where('r.provider', '=', provider)
    .where('r.captureId', '=', captureId)
    .where('r.status', '=', 'completed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('providerTransaction as x')
            .select('x.transactionId')
            .whereRef('x.provider', '=', 'r.provider')
            .whereRef('x.sourceId', '=', 'r.refundId'),
        ),
      ),
    )
    .execute()
}

/** What a transaction of a dispute holds back of a payment, without a fee; negative if it ends a hold. */
export interface Hold {
  heldMinor: number
  createdAt: Date
}

/** Lists what the transactions of a tip's disputes hold back, in its currency. */
export async function listHolds(
  db: Db,
  { provider, captureId, currency }: CaptureKey & { currency: string },
): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    select -(net_minor + dispute_fee_minor) as held_minor, created_at from provider_transaction
    where provider = ${provider} and capture_id = ${captureId} and currency = ${currency} and kind = 'dispute'
      and net_minor + dispute_fee_minor <> 0
  `.execute(db)
  return rows
}
