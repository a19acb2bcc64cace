/** The statement that makes tips of captured payments. */
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import { deliverySettingsOf } from '../../../db/queries/outbox.ts'
import type { NewWebhook } from '../../../db/queries/webhooks.ts'
import type { CapturedTip } from '../../alerts/captured-event.ts'
import { insertCaptureEntries } from '../ledger/compute-ledger-entries.ts'
import type { ProviderCapture } from '../provider/payment-provider.ts'
import type { Payer } from './order-limits.ts'

export interface CaptureToRecord {
  capture: ProviderCapture
  /** Now unless told. */
  capturedAt?: Date | undefined
  /** The message that told of it, to be kept with it and at once marked as done. */
  webhook?: NewWebhook | undefined
}

export interface RecordedCapture {
  /** Null when nothing was booked: the order is booked already, unknown, or asks for something else. */
  tipId: string | null
  /** Who paid, as the order knows them; null when nothing was booked. */
  payer: Payer | null
  /** Its tip with its events, as their fan-out needs them; null when nothing was recorded. */
  tip: CapturedTip | null
  /** Whether a refund or dispute was told of before. */
  hasReports: boolean
  /** Whether the webhook was new. */
  isWebhookNew: boolean
}

/**
 * Books captures of as many orders, with their webhooks: tips, capture numbers, ledger, goals, supporter totals and outbox in
 * one statement, all of it or none of it. The answers stand in the order of the bookings.
 *
 * Locking an order first is what makes two captures of it meet: the second waits, sees it COMPLETED, and finds nothing to do.
 * Locks are always taken in this sequence, each kind by its key: orders, creators' counters, goals, totals, webhooks.
 */
export async function recordCaptures(
  db: Db,
  bookings: readonly CaptureToRecord[],
): Promise<RecordedCapture[]> {
  const { rows } = await sql<RecordedCapture>`/* prepared: book_captures */
    with ${given(bookings)}, ${asked}, ${counted}, ${booked}, ${ledger}, ${filled}, ${totals}, ${published}, ${kept}
    select t.id as tip_id,
      case when t.id is not null then jsonb_build_object('creatorUid', asked.creator_uid,
        'supporterUid', asked.supporter_uid, 'addressHash', asked.address_hash) end as payer,
      case when t.id is not null then ${capturedTip} end as tip,
      exists (
        select from provider_refund r where r.provider = t.provider and r.capture_id = t.capture_id and r.applied_at is null
        union all
        select from dispute d where d.provider = t.provider and d.capture_id = t.capture_id and d.applied_at is null
      ) as has_reports,
      exists (
        select from kept k
        where k.provider = w.provider and k.provider_account_id = w.webhook_account_id and k.event_id = w.webhook_id
      ) as is_webhook_new
    from given w
    left join asked on asked.place = w.place
    left join booked t on t.order_id = asked.id
    order by w.place
  `.execute(db)
  return rows
}

function given(bookings: readonly CaptureToRecord[]) {
  const captures = bookings.map(({ capture }) => capture)
  const webhooks = bookings.map(({ webhook }) => webhook)
  return sql`given as materialized (
      select * from unnest(
        ${captures.map(({ provider }) => provider)}::text[],
        ${captures.map(({ providerOrderId }) => providerOrderId)}::text[],
        ${captures.map(({ captureId }) => captureId)}::text[],
        ${captures.map(({ payeeId }) => payeeId ?? null)}::text[],
        ${captures.map(({ chargedMinor: amountMinor }) => amountMinor)}::bigint[],
        ${captures.map(({ currency }) => currency)}::text[],
        ${captures.map(({ providerFeeMinor }) => providerFeeMinor ?? null)}::bigint[],
        ${bookings.map(({ capturedAt }) => capturedAt?.toISOString() ?? null)}::timestamptz[],
        ${webhooks.map((webhook) => webhook?.providerAccountId ?? null)}::text[],
        ${webhooks.map((webhook) => webhook?.eventId ?? null)}::text[],
        ${webhooks.map((webhook) => webhook?.type ?? null)}::text[],
        ${webhooks.map((webhook) => webhook?.body ?? null)}::text[]
      ) with ordinality as given (provider, provider_order_id, capture_id, payee_id, charged_minor, currency,
        provider_fee_minor, captured_at, webhook_account_id, webhook_id, webhook_type, webhook_body, place)
    )`
}

const asked = sql`asked as (
      select o.*, given.capture_id, given.provider_fee_minor, given.captured_at, given.place
      from given join tip_order o on o.provider = given.provider and o.provider_order_id = given.provider_order_id
      where o.status <> 'COMPLETED'
        and o.amount_minor + o.covered_fee_minor = given.charged_minor and o.currency = given.currency
        and o.provider_account_id = coalesce(given.payee_id, o.provider_account_id)
      order by o.id
      for update of o
    ),
    completed as (
      update tip_order o set status = 'COMPLETED', updated_at = now() from asked where o.id = asked.id
    )`

/** Numbers for the tips of each creator, in the order in which they were given. */
const counted = sql`asking as (
      select creator_uid, count(*) as tips from asked group by creator_uid
    ),
    locked as (
      select c.creator_uid from creator_counter c join asking on asking.creator_uid = c.creator_uid
      order by c.creator_uid
      for update of c
    ),
    counted as (
      update creator_counter c set capture_no = c.capture_no + asking.tips
      from asking
      where c.creator_uid = asking.creator_uid and (select count(*) from locked) > 0
      returning c.creator_uid, c.capture_no - asking.tips as capture_no
    ),
    numbered as (
      select asked.*, counted.capture_no, row_number() over (partition by asked.creator_uid order by asked.place) as step
      from asked join counted on counted.creator_uid = asked.creator_uid
    )`

/** A large tip waits for its creator, unless its account has given before: a guest's name vouches for nobody. */
const hold = sql`case when exists (
          select from tip_rule r
          where r.creator_uid = numbered.creator_uid and numbered.amount_minor >= r.hold_from_minor
        ) and not exists (
          select from tip t
          where t.supporter_uid = numbered.supporter_uid and t.creator_uid = numbered.creator_uid
            and t.returned_minor < t.amount_minor and coalesce(t.hold, 'released') = 'released'
        ) then 'held' end`

/** One microsecond apart, so that tips of one statement keep their sequence wherever they are sorted by time. */
const booked = sql`booked as (
      insert into tip (order_id, provider, capture_id, mode, creator_uid, capture_no, goaluuid, supporter_uid,
        supporter_name, is_anonymous, is_private, message, amount_minor, fee_minor, covered_fee_minor, currency,
        provider_fee_minor, captured_at, hold)
      select id, provider, capture_id, mode, creator_uid, capture_no + step, goaluuid, supporter_uid,
        supporter_name, is_anonymous, is_private, message, amount_minor, fee_minor, covered_fee_minor, currency,
        provider_fee_minor, coalesce(captured_at, now() + step * interval '1 microsecond'), ${hold}
      from numbered
      returning *
    )`

/** The entries that `ledger/compute-ledger-entries.ts` gives a capture. */
const ledger = sql`ledger as (
      ${insertCaptureEntries(
        sql`select t.*, t.captured_at as booked_at, asked.fee_mode, asked.set_off_minor
          from booked t join asked on asked.id = t.order_id`,
        'capture',
        'fee_set_off',
        'provider_fee',
      )}
    )`

/** An expired goal can still be filled by a payment begun in time; a goal that was closed by hand or withdrawn cannot. */
const isReached = sql`(g.status in ('ACTIVE', 'EXPIRED') and g.amount_received_minor + r.amount_minor >= g.amount_minor)`

/** The goals, and which tip filled each: the first that brought it to its amount. */
const filled = sql`rising as (
      select goaluuid, id, sum(amount_minor) over (partition by goaluuid order by capture_no)::bigint as risen_minor
      from booked where goaluuid is not null
    ),
    risen as (
      select goaluuid, max(risen_minor) as amount_minor, array_agg(id order by risen_minor) as tip_ids,
        array_agg(risen_minor order by risen_minor) as steps
      from rising group by goaluuid
    ),
    filled as (
      update goal g set
        amount_received_minor = g.amount_received_minor + r.amount_minor,
        status = case when ${isReached} then 'COMPLETED' else g.status end,
        completed_at = case when ${isReached} then now() else g.completed_at end,
        funded_by_tip_id = case when ${isReached} then coalesce(g.funded_by_tip_id, (
          select s.tip_id from unnest(r.tip_ids, r.steps) s (tip_id, risen_minor)
          where g.amount_received_minor + s.risen_minor >= g.amount_minor
          order by s.risen_minor limit 1
        )) else g.funded_by_tip_id end
      from risen r where g.goaluuid = r.goaluuid
      returning g.goaluuid, g.funded_by_tip_id, g.title, g.amount_minor, g.amount_received_minor
    )`

/** What supporters have given in each period of the leaderboard; anonymous tips are in none. */
const totals = sql`totals as (
      insert into supporter_total (creator_uid, period, period_start, supporter_key, name, amount_minor)
      select t.creator_uid, p.period, p.period_start,
        coalesce('account:' || t.supporter_uid, 'guest:' || lower(t.supporter_name)) as supporter_key,
        (array_agg(t.supporter_name order by t.capture_no desc))[1], sum(t.amount_minor)::bigint
      from booked t
      cross join lateral (values
        ('week', date_trunc('week', t.captured_at at time zone 'utc')::date),
        ('month', date_trunc('month', t.captured_at at time zone 'utc')::date),
        ('all', date '1970-01-01')
      ) p (period, period_start)
      where not t.is_anonymous
      group by t.creator_uid, p.period, p.period_start, supporter_key
      order by t.creator_uid, p.period, p.period_start, supporter_key
      on conflict (creator_uid, period, period_start, supporter_key) do update
        set amount_minor = supporter_total.amount_minor + excluded.amount_minor, name = excluded.name
    )`

/** What happened, for the outbox; a goal is funded at the instant of its tip. */
const published = sql`published as (
      insert into outbox (type, creator_uid, payload, created_at)
      select 'tip.captured', t.creator_uid, jsonb_build_object('type', 'tip.captured', 'tipId', t.id),
        now() + n.step * interval '1 microsecond'
      from booked t join numbered n on n.id = t.order_id
      union all
      select 'goal.funded', t.creator_uid,
        jsonb_build_object('type', 'goal.funded', 'goaluuid', f.goaluuid, 'tipId', t.id),
        now() + n.step * interval '1 microsecond'
      from booked t join numbered n on n.id = t.order_id join filled f on f.funded_by_tip_id = t.id
      returning event_id, type, created_at, (payload ->> 'tipId')::uuid as tip_id
    )`

/** What a goal had received up to the tip is what it has now, less what later tips of this statement added. */
const capturedTip = sql`jsonb_build_object(
        'creatorUid', t.creator_uid,
        'locale', (select locale from account where uid = t.creator_uid),
        'settings', ${deliverySettingsOf(sql.ref('t.creator_uid'))},
        'tip', jsonb_build_object('supporterName', t.supporter_name, 'isAnonymous', t.is_anonymous,
          'isPrivate', t.is_private, 'message', t.message, 'amountMinor', t.amount_minor, 'currency', t.currency,
          'isFromAccount', t.supporter_uid is not null, 'isHeld', coalesce(t.hold = 'held', false)),
        'goal', (
          select jsonb_build_object('title', filled.title, 'amountMinor', filled.amount_minor,
            'receivedMinor', filled.amount_received_minor - risen.amount_minor + rising.risen_minor)
          from rising join risen using (goaluuid) join filled using (goaluuid) where rising.id = t.id
        ),
        'events', (
          select jsonb_agg(jsonb_build_object('eventId', p.event_id, 'type', p.type, 'createdAt', p.created_at)
            order by p.type desc)
          from published p where p.tip_id = t.id
        )
      )`

/** A webhook is kept whether its capture could be booked or not; in the second case it stays open. */
const kept = sql`kept as (
      insert into webhook_event (provider, provider_account_id, event_id, type, body, processed_at)
      select w.provider, w.webhook_account_id, w.webhook_id, w.webhook_type, w.webhook_body,
        case when asked.id is not null then now() end
      from given w left join asked on asked.place = w.place
      where w.webhook_id is not null
      order by w.webhook_id
      on conflict (provider, provider_account_id, event_id) do nothing
      returning provider, provider_account_id, event_id
    )`
