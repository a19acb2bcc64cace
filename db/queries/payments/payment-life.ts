/** All that happened to one payment. Every statement reads rows of this payment by index, or webhooks of one account and hour. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'

/** A row of the life of a payment, as the statements below return it. */
export interface LifeRow {
  at: Date
  name: string
  state: string
  amount: number | null
  attempts: number | null
  problem: string | null
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Finds the order of a payment by any of its ids; undefined when none has it. Each id is found by an index of its table. */
export async function findOrderOf(db: Db, id: string): Promise<string | undefined> {
  const ofCapture = (table: string, column: string) => sql`
    select t.order_id from ${sql.table(table)} x join tip t using (provider, capture_id)
    where x.provider in ('paypal', 'stripe') and x.${sql.ref(column)} = ${id}`
  const own = isUuid.test(id)
    ? sql`
      union all select id from tip_order where id = ${id}
      union all select order_id from tip where id = ${id}
      union all select t.order_id from dispute d join tip t using (provider, capture_id) where d.id = ${id}`
    : sql``
  const { rows } = await sql<{ orderId: string }>`
    select id as order_id from tip_order where provider in ('paypal', 'stripe') and provider_order_id = ${id}
    union all select order_id from tip where provider in ('paypal', 'stripe') and capture_id = ${id}
    union all select order_id from unmatched_payment where provider in ('paypal', 'stripe') and capture_id = ${id}
    union all ${ofCapture('provider_refund', 'refund_id')}
    union all ${ofCapture('dispute', 'dispute_id')}
    union all ${ofCapture('provider_transaction', 'source_id')}
    ${own}
    limit 1`.execute(db)
  return rows[0]?.orderId
}

/** Returns the order with its tip, if there is one. */
export async function getPaidOrder(db: Db, orderId: string) {
  return db
    .selectFrom('tipOrder as order')
    .leftJoin('tip', 'tip.orderId', 'order.id')
    .innerJoin('account', 'account.uid', 'order.creatorUid')
    .select([
      'order.id',
      'order.provider',
      'order.providerOrderId',
      'order.payeeId',
      'order.mode',
      'order.status',
    ])
    .select(['order.amountMinor', 'order.currency', 'order.createdAt', 'order.updatedAt', 'account.userName'])
    .select(['tip.id as tipId', 'tip.captureId', 'tip.capturedAt', 'tip.returnedMinor', 'tip.hold'])
    .where('order.id', '=', orderId)
    .executeTakeFirstOrThrow()
}
export type PaidOrderRow = Awaited<ReturnType<typeof getPaidOrder>>

/** Lists the movements of a tip in the ledger, each with its entries. */
export async function listTipMovements(db: Db, tipId: string): Promise<LifeRow[]> {
  const { rows } = await sql<LifeRow>`
    select min(booked_at) as at, min(kind) as state, null::int as amount, null::int as attempts, null as problem,
      string_agg(account || ' ' || amount_minor, ', ' order by id) as name
    from ledger_entry where tip_id = ${tipId} group by movement_id`.execute(db)
  return rows
}

/** Lists the deliveries of the events of a tip. */
export async function listTipDeliveries(db: Db, tipId: string): Promise<LifeRow[]> {
  const { rows } = await sql<LifeRow>`
    select coalesce(d.completed_at, d.due_at) as at, d.destination as name, d.status as state, null::int as amount,
      d.attempts, d.reason as problem
    from delivery d where d.event_id in (
      select event_id from outbox where type = 'tip.captured' and (payload ->> 'tipId')::uuid = ${tipId}
      union all select event_id from outbox where type <> 'tip.captured' and (payload ->> 'tipId')::uuid = ${tipId}
    )`.execute(db)
  return rows
}

/** Lists what the provider reported about a capture, by table. */
export async function listReports(
  db: Db,
  table: 'provider_refund' | 'dispute',
  { provider, captureId }: { provider: string; captureId: string },
): Promise<LifeRow[]> {
  const [id, time] = table === 'dispute' ? ['dispute_id', 'opened_at'] : ['refund_id', 'occurred_at']
  const { rows } = await sql<LifeRow>`
    select ${sql.ref(time)} as at, ${sql.ref(id)} as name, status as state, amount_minor as amount, null::int as attempts,
      null as problem
    from ${sql.table(table)} where provider = ${provider} and capture_id = ${captureId}`.execute(db)
  return rows
}

/** How many webhooks of an account are read for each time. */
const maxRead = 500

/**
 * Lists webhooks of the payment's account that name one of the payment's ids, within the hour from each of the given times. Reads at
 * most 500 webhooks for each time, and needs the index `webhook_event_account`.
 */
export async function listPaymentWebhooks(
  db: Db,
  { provider, payeeId }: Pick<PaidOrderRow, 'provider' | 'payeeId'>,
  { times, ids }: { times: readonly Date[]; ids: readonly string[] },
): Promise<LifeRow[]> {
  const { rows } = await sql<LifeRow>`
    select distinct on (w.payee_id, w.event_id) w.received_at as at, w.type as name, null::int as amount,
      case when w.processed_at is null then 'open' else 'processed' end as state,
      f.attempts, f.reason as problem
    from unnest(${times}::timestamptz[]) as moment (at)
    cross join unnest(${[payeeId, '']}::text[]) as sender (payee_id)
    cross join lateral (
      select * from webhook_event e
      where e.provider = ${provider} and e.payee_id = sender.payee_id
        and e.received_at between moment.at - interval '1 minute' and moment.at + interval '1 hour'
      order by e.received_at limit ${maxRead}
    ) w
    left join failed_work f on f.kind = 'webhook' and f.key = w.provider || ' ' || w.payee_id || ' ' || w.event_id
    where exists (select from unnest(${ids}::text[]) as known (id) where strpos(w.body, known.id) > 0)`.execute(
    db,
  )
  return rows
}
