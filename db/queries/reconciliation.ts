/** What a reconciliation compares with the providers, and its reports. Everything is listed in pages, to the end. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../connection.ts'
import type { DisputeRow } from '../ledger-tables.ts'
import type { OrderRow, Provider, TipRow } from '../schema.ts'

const pageSize = 500

/** Lists open orders, of any age, after the one with the id `after`. */
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

export type OpenDispute = Pick<DisputeRow, 'provider' | 'disputeId'> & Pick<OrderRow, 'payeeId'>

/** Lists disputes of tips that are not decided yet, of any age, after another one. Reads an index of them. */
export async function listOpenDisputes(db: Db, after: OpenDispute | undefined): Promise<OpenDispute[]> {
  const { rows } = await sql<OpenDispute>`
    select d.provider, d.dispute_id, o.payee_id
    from dispute d
    join tip t on t.provider = d.provider and t.capture_id = d.capture_id
    join tip_order o on o.id = t.order_id
    where d.status = 'open' and (d.provider, d.dispute_id) > (${after?.provider ?? ''}, ${after?.disputeId ?? ''})
    order by d.provider, d.dispute_id limit ${pageSize}
  `.execute(db)
  return rows
}

export type TipToReconcile = Pick<TipRow, 'id' | 'orderId' | 'provider' | 'captureId' | 'capturedAt'> &
  Pick<OrderRow, 'payeeId' | 'captureAttempt'> & { providerOrderId: string }

/** The prefix of the capture ids of the demo's tips, which no provider has. */
export const demoCapturePrefix = 'DEMO-'

/** Lists tips captured from `since` on, oldest first, after another one. */
export async function listTipsSince(
  db: Db,
  since: Date,
  after: TipToReconcile | undefined,
): Promise<TipToReconcile[]> {
  // A Date has milliseconds, and Postgres microseconds.
  const time = sql`date_trunc('milliseconds', t.captured_at)`
  const isAfter = after ? sql`(${time}, t.id) > (${after.capturedAt}, ${after.id}::uuid)` : sql`true`
  const from = after?.capturedAt ?? since
  return listTips(db, sql`tip t`, sql`t.captured_at >= ${from} and ${isAfter}`, sql`${time}, t.id`)
}

/** Lists tips with a refund that is still on its way, of any age, after another one. Reads an index of these refunds. */
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

/**
 * Lists the payout accounts that may have received payments after `since`: those of orders, and all that are connected and ready.
 */
export async function listPayees(db: Db, provider: Provider, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select payee_id as id from tip_order where provider = ${provider} and created_at >= ${since}
    union select payee_id from payout_account where provider = ${provider} and is_ready
    order by id
  `.execute(db)
  return rows.map(({ id }) => id)
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
