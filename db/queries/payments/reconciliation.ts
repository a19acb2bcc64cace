/** The rows that a reconciliation compares with the providers, and its reports. Every list is read in pages. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../connection.ts'
import type { DisputeRow } from '../../ledger-tables.ts'
import type { Mode, OrderRow, Provider, TipRow } from '../../schema.ts'

const pageSize = 500

/** Lists a page of the open orders of any age. `after` is the last id of the previous page. */
export async function listOpenOrders(db: Db, after: string | undefined): Promise<OrderRow[]> {
  return db
    .selectFrom('tipOrder')
    .selectAll()
    .where('status', 'in', ['OPENING', 'CREATED', 'CLEARING'])
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(pageSize)
    .execute()
}

export type OpenDispute = Pick<DisputeRow, 'provider' | 'disputeId' | 'status'> & Pick<OrderRow, 'payeeId'>

/**
 * Lists a page of the open disputes and inquiries about tips, of any age. `after` is the last one of the previous page. Reads an
 * index of them.
 */
export async function listOpenDisputes(db: Db, after: OpenDispute | undefined): Promise<OpenDispute[]> {
  const { rows } = await sql<OpenDispute>`
    select d.provider, d.dispute_id, d.status, o.payee_id
    from dispute d
    join tip t on t.provider = d.provider and t.capture_id = d.capture_id
    join tip_order o on o.id = t.order_id
    where d.status in ('inquiry', 'open') and (d.provider, d.dispute_id) > (${after?.provider ?? ''}, ${after?.disputeId ?? ''})
    order by d.provider, d.dispute_id limit ${pageSize}
  `.execute(db)
  return rows
}

export type TipToReconcile = Pick<TipRow, 'id' | 'orderId' | 'provider' | 'captureId' | 'capturedAt'> &
  Pick<OrderRow, 'payeeId' | 'captureAttempt'> & { providerOrderId: string }

/** The prefix of the capture ids of the demo's tips, which no provider has. */
export const demoCapturePrefix = 'DEMO-'

/** A filter for the tips of a provider that were captured in any of `spans`. */
export interface TipFilter {
  provider: Provider
  mode: Mode
  spans: { from: Date; to: Date }[]
  /** Excludes the tips of accounts whose transactions the provider lists, because their sums are compared. */
  isUnlisted: boolean
}

/** Lists a page of the tips that match the filter, oldest first. `after` is the last tip of the previous page. */
export async function listTipsIn(
  db: Db,
  { provider, mode, spans, isUnlisted }: TipFilter,
  after: TipToReconcile | undefined,
): Promise<TipToReconcile[]> {
  // A JavaScript Date has milliseconds, a time of Postgres microseconds.
  const time = sql`date_trunc('milliseconds', t.captured_at)`
  const isAfter = after ? sql`(${time}, t.id) > (${after.capturedAt}, ${after.id}::uuid)` : sql`true`
  const isIn = spans.map(({ from, to }) => sql`(t.captured_at >= ${from} and t.captured_at < ${to})`)
  const isKept = isUnlisted
    ? sql`(select a.access from reconciled_account a
        where a.provider = t.provider and a.mode = t.mode and a.payee_id = o.payee_id) is distinct from 'listed'`
    : sql`true`
  const condition = sql`t.provider = ${provider} and t.mode = ${mode} and (${sql.join(isIn, sql` or `)}) and ${isAfter} and ${isKept}`
  return listTips(db, sql`tip t`, condition, sql`${time}, t.id`)
}

/** Finds the tip of a capture. */
export async function findTipToReconcile(
  db: Db,
  provider: Provider,
  captureId: string,
): Promise<TipToReconcile | undefined> {
  const condition = sql`t.provider = ${provider} and t.capture_id = ${captureId}`
  return (await listTips(db, sql`tip t`, condition, sql`t.id`))[0]
}

/**
 * Lists a page of the tips of any age that have a pending refund. `after` is the last tip of the previous page. Reads an index of
 * pending refunds.
 */
export async function listTipsWithOpenRefunds(
  db: Db,
  after: TipToReconcile | undefined,
): Promise<TipToReconcile[]> {
  return listTips(
    db,
    sql`(select distinct provider, capture_id from provider_refund where status = 'pending') r
      join tip t on t.provider = r.provider and t.capture_id = r.capture_id`,
    after ? sql`t.id > ${after.id}` : sql`true`,
    sql`t.id`,
  )
}

async function listTips(
  db: Db,
  from: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<TipToReconcile[]> {
  const { rows } = await sql<TipToReconcile>`
    select t.id, t.order_id, t.provider, t.capture_id, t.captured_at, o.provider_order_id, o.payee_id, o.capture_attempt
    from ${from} join tip_order o on o.id = t.order_id
    where ${condition} and not starts_with(t.capture_id, ${demoCapturePrefix})
    order by ${order} limit ${pageSize}
  `.execute(db)
  return rows
}

/** Stores a report, and deletes reports older than ninety days. */
export async function saveReconciliationReport(
  db: Db,
  { startedAt, since, report }: { startedAt: Date; since: Date; report: object },
): Promise<void> {
  await db
    .insertInto('reconcileReport')
    .values({ startedAt, since, report: JSON.stringify(report) })
    .execute()
  await db
    .deleteFrom('reconcileReport')
    .where('finishedAt', '<', sql<Date>`now() - interval '90 days'`)
    .execute()
}
