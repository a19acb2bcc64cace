/** What a reconciliation compares with the providers, and its reports. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'
import type { OrderRow, Provider, TipRow } from '../schema.ts'

const maxRows = 10_000

/** Lists open orders that were opened after `since`, oldest first. */
export async function listOpenOrders(db: Db, since: Date): Promise<OrderRow[]> {
  return db
    .selectFrom('tipOrder')
    .selectAll()
    .where('status', 'in', ['OPENING', 'CREATED', 'CLEARING'])
    .where('createdAt', '>=', since)
    .orderBy('createdAt')
    .limit(maxRows)
    .execute()
}

export type TipToReconcile = Pick<TipRow, 'id' | 'orderId' | 'provider' | 'captureId'> &
  Pick<OrderRow, 'payeeId' | 'captureAttempt'> & { providerOrderId: string }

/** The prefix of the capture ids of the demo's tips, which no provider has. */
export const demoCapturePrefix = 'DEMO-'

/** Lists tips after `since`, and older tips with an open dispute, oldest first. */
export async function listTipsToReconcile(db: Db, since: Date): Promise<TipToReconcile[]> {
  const { rows } = await sql<TipToReconcile>`
    select t.id, t.order_id, t.provider, t.capture_id, o.provider_order_id, o.payee_id, o.capture_attempt
    from tip t join tip_order o on o.id = t.order_id
    where (t.captured_at >= ${since} or exists (
      select from dispute d where d.provider = t.provider and d.capture_id = t.capture_id and d.status = 'open'))
      and not starts_with(t.capture_id, ${demoCapturePrefix})
    order by t.captured_at limit ${maxRows}
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
