/** The one place where money becomes a tip. */
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { ProviderCapture } from '../gateways/payment-provider.ts'

export type RecordedTip =
  /** Booked now; these events are owed to the queue. */
  | { kind: 'recorded'; tipId: string; eventIds: string[] }
  /** Booked before. */
  | { kind: 'known' }
  /** Money that is not what the order asked for: kept aside for a person to look at. */
  | { kind: 'mismatch' }
  | { kind: 'unknown_order' }

/**
 * Books a captured payment: tip, capture number, ledger, goal, supporter totals and outbox in one statement, all of it or
 * none of it. Repeats, from any number of processes at once, change nothing. `capturedAt` is now unless told.
 */
export async function recordTip(db: Db, capture: ProviderCapture, capturedAt?: Date): Promise<RecordedTip> {
  const [recorded] = await bookCapture(db, capture, capturedAt)
  if (recorded) return { kind: 'recorded', tipId: recorded.tipId, eventIds: recorded.eventIds }
  return explainNothingBooked(db, capture)
}

/**
 * Locking the order first is what makes two captures of it meet: the second waits, sees it COMPLETED, and finds nothing to
 * do. The locks are always taken in this order: order, creator's counter, goal, totals.
 */
async function bookCapture(db: Db, capture: ProviderCapture, capturedAt: Date | undefined) {
  const { rows } = await sql<{ tipId: string; eventIds: string[] }>`/* prepared: book_capture */
    with asked as (
      select * from tip_order
      where provider = ${capture.provider} and provider_order_id = ${capture.providerOrderId}
        and status <> 'COMPLETED'
        and amount_minor = ${capture.amountMinor}::bigint and currency = ${capture.currency}
        and provider_account_id = coalesce(${capture.payeeId ?? null}, provider_account_id)
      for update
    ),
    completed as (
      update tip_order o set status = 'COMPLETED', updated_at = now() from asked where o.id = asked.id
    ),
    counted as (
      update creator_counter c set capture_no = c.capture_no + 1
      from asked where c.creator_uid = asked.creator_uid
      returning c.capture_no
    ),
    booked as (
      insert into tip (order_id, provider, capture_id, mode, creator_uid, capture_no, goaluuid, supporter_uid,
        supporter_name, is_anonymous, is_private, message, amount_minor, fee_minor, currency, captured_at)
      select id, provider, ${capture.captureId}, mode, creator_uid, capture_no, goaluuid, supporter_uid,
        supporter_name, is_anonymous, is_private, message, amount_minor, fee_minor, currency,
        coalesce(${capturedAt ?? null}::timestamptz, now())
      from asked, counted
      returning *
    ),
    ${ledger}, ${filled}, ${totals}, ${published}
    select t.id as tip_id,
      (select array_agg(event_id order by type desc) from published) as event_ids
    from booked t
  `.execute(db)
  return rows
}

/** An expired goal can still be filled by a payment begun in time; a goal that was closed by hand or withdrawn cannot. */
const isReached = sql`(g.status in ('ACTIVE', 'EXPIRED') and g.amount_received_minor + t.amount_minor >= g.amount_minor)`

/** Who has what of the money now; the entries of a movement sum to zero. */
const ledger = sql`ledger as (
    insert into ledger_entry (movement_id, kind, tip_id, creator_uid, provider, mode, account, currency, amount_minor)
    select t.id, 'capture', t.id, t.creator_uid, t.provider, t.mode, e.account, t.currency, e.amount_minor
    from booked t join asked on true
    cross join lateral (values
      ('provider', -t.amount_minor),
      ('creator', t.amount_minor - case when asked.fee_mode = 'split' then t.fee_minor else 0 end),
      ('fee_owed', case when asked.fee_mode = 'owed' then -t.fee_minor else 0 end),
      ('platform_fee', t.fee_minor)
    ) e (account, amount_minor)
    where e.amount_minor <> 0
  )`

/** The goal, and whether this tip filled it. */
const filled = sql`filled as (
    update goal g set
      amount_received_minor = g.amount_received_minor + t.amount_minor,
      status = case when ${isReached} then 'COMPLETED' else g.status end,
      completed_at = case when ${isReached} then now() else g.completed_at end,
      funded_by_tip_id = case when ${isReached} then t.id else g.funded_by_tip_id end
    from booked t where g.goaluuid = t.goaluuid
    returning g.goaluuid, g.funded_by_tip_id = t.id as is_funded_now
  )`

/** What the supporter has given in each period of the leaderboard; anonymous tips are in none. */
const totals = sql`totals as (
    insert into supporter_total (creator_uid, period, period_start, supporter_key, name, amount_minor)
    select t.creator_uid, p.period, p.period_start,
      coalesce('account:' || t.supporter_uid, 'guest:' || lower(t.supporter_name)), t.supporter_name, t.amount_minor
    from booked t
    cross join lateral (values
      ('week', date_trunc('week', t.captured_at at time zone 'utc')::date),
      ('month', date_trunc('month', t.captured_at at time zone 'utc')::date),
      ('all', date '1970-01-01')
    ) p (period, period_start)
    where not t.is_anonymous
    on conflict (creator_uid, period, period_start, supporter_key) do update
      set amount_minor = supporter_total.amount_minor + excluded.amount_minor, name = excluded.name
  )`

/** What happened, for the outbox. */
const published = sql`published as (
    insert into outbox (type, creator_uid, payload)
    select 'tip.captured', creator_uid, jsonb_build_object('type', 'tip.captured', 'tipId', id) from booked
    union all
    select 'goal.funded', t.creator_uid,
      jsonb_build_object('type', 'goal.funded', 'goaluuid', f.goaluuid, 'tipId', t.id)
    from booked t join filled f on f.is_funded_now
    returning event_id, type
  )`

async function explainNothingBooked(db: Db, capture: ProviderCapture): Promise<RecordedTip> {
  const { provider, providerOrderId, captureId } = capture
  const order = await db
    .selectFrom('tipOrder')
    .leftJoin('tip', 'tip.orderId', 'tipOrder.id')
    .select(['tipOrder.id', 'tip.captureId'])
    .where('tipOrder.provider', '=', provider)
    .where('providerOrderId', '=', providerOrderId)
    .executeTakeFirst()
  if (!order) return { kind: 'unknown_order' }
  if (order.captureId === captureId) return { kind: 'known' }
  await db
    .updateTable('tipOrder')
    .set({ status: 'MISMATCH', updatedAt: sql<Date>`now()` })
    .where('id', '=', order.id)
    .where('status', '<>', 'COMPLETED')
    .execute()
  return { kind: 'mismatch' }
}
