/** The SQL statement that records captured payments as tips. */
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import { fixedStatement } from '../../../db/fixed-statement.ts'
import type { Given } from '../../../db/fixed-statement.ts'
import { deliverySettingsOf } from '../../../db/queries/deliveries/outbox.ts'
import { periodsOf } from '../../../db/queries/payments/supporter-periods.ts'
import { worthOf } from '../../../db/queries/tip-worth.ts'
import { wordSettingsOf } from '../../../db/queries/moderation/word-settings.ts'
import type { NewWebhook } from '../../../db/queries/payments/webhooks.ts'
import type { CapturedTip } from '../../alerts/captured-event.ts'
import { insertCaptureEntries } from '../ledger/compute-ledger-entries.ts'
import type { ProviderCapture } from '../provider/reports.ts'
import { goals, reachedMilestones } from './capture-goals.ts'
import type { OrderOrigin } from './order-limits.ts'

export interface CaptureToRecord {
  capture: ProviderCapture
  /** When the money was captured. Default: now. */
  capturedAt?: Date | undefined
  /** The webhook that reported the capture. The same statement stores it and marks it as processed. */
  webhook?: NewWebhook | undefined
}

export interface RecordedCapture {
  /** Null when no tip was recorded: the order is completed already, unknown, or does not match the capture. */
  tipId: string | null
  /** The creator, account and network for which the order limits count the order; null when no tip was recorded. */
  origin: OrderOrigin | null
  /** The tip with its events, for their fan-out; null when no tip was recorded. */
  tip: CapturedTip | null
  /** True when refunds or disputes were reported before the capture. */
  hasReports: boolean
  /** True when this webhook was not stored before. */
  isWebhookNew: boolean
}

/**
 * Records captures of different orders and the webhooks that reported them. One statement, all or nothing, writes tips, capture
 * numbers, ledger, goals, supporter totals and outbox. The results are in the order of the captures.
 *
 * Each order is locked first. A second capture of the same order waits for that lock, finds the order COMPLETED, and records
 * nothing. Locks are always taken in the same order, each kind sorted by key: orders, creators' counters, goals, totals, webhooks.
 */
export function recordCaptures(db: Db, captures: readonly CaptureToRecord[]): Promise<RecordedCapture[]> {
  return captureStatement(db, captures)
}

/** The captures and their webhooks as rows. `row_no between` improves the plan (see `keepPrepared` in `db/connection.ts`). */
export function captureRows(given: Given<readonly CaptureToRecord[]>) {
  const ofCaptures = (read: (capture: ProviderCapture) => unknown) =>
    given((rows) => rows.map(({ capture }) => read(capture)))
  const ofWebhooks = (read: (webhook: NewWebhook) => unknown) =>
    given((rows) => rows.map(({ webhook }) => (webhook ? read(webhook) : null)))
  return sql`capture as materialized (
      select * from unnest(
        ${ofCaptures(({ provider }) => provider)}::text[],
        ${ofCaptures(({ providerOrderId }) => providerOrderId)}::text[],
        ${ofCaptures(({ captureId }) => captureId)}::text[],
        ${ofCaptures(({ payeeId }) => payeeId ?? null)}::text[],
        ${ofCaptures(({ chargedMinor }) => chargedMinor)}::bigint[],
        ${ofCaptures(({ currency }) => currency)}::text[],
        ${ofCaptures(({ providerFeeMinor }) => providerFeeMinor ?? null)}::bigint[],
        ${ofCaptures(({ exchange }) => exchange?.currency ?? null)}::text[],
        ${ofCaptures(({ exchange }) => exchange?.factor ?? null)}::numeric[],
        ${given((rows) => rows.map(({ capturedAt }) => capturedAt?.toISOString() ?? null))}::timestamptz[],
        ${ofWebhooks(({ payeeId }) => payeeId)}::text[],
        ${ofWebhooks(({ eventId }) => eventId)}::text[],
        ${ofWebhooks(({ type }) => type)}::text[],
        ${ofWebhooks(({ body }) => body)}::text[]
      ) with ordinality as capture (provider, provider_order_id, capture_id, payee_id, charged_minor, currency,
        provider_fee_minor, exchange_currency, exchange_factor, captured_at, webhook_payee_id, webhook_id, webhook_type,
        webhook_body, row_no)
      where row_no between 1 and ${given((rows) => rows.length)}
    )`
}

/**
 * The orders that match a capture. They are locked. Only needed columns are selected, because Postgres prepares
 * each column of each step anew for every execution.
 */
export const orders = sql`paid_order as (
      select o.id, o.provider, o.mode, o.creator_uid, o.goal_id, o.supporter_uid, o.supporter_name, o.is_anonymous, o.is_private,
        o.message, o.amount_minor, o.fee_minor, o.covered_fee_minor, o.fee_mode, o.set_off_minor, o.currency, o.worth_minor,
        o.worth_currency, o.is_for_review, o.checkout_id, o.address_hash, o.wider_address_hashes,
        capture.capture_id, capture.provider_fee_minor, capture.captured_at, capture.row_no,
        case when capture.exchange_currency = o.worth_currency then capture.exchange_factor end as exchange_factor
      from capture join tip_order o on o.provider = capture.provider and o.provider_order_id = capture.provider_order_id
      where o.status <> 'COMPLETED'
        and o.amount_minor + o.covered_fee_minor = capture.charged_minor and o.currency = capture.currency
        and o.payee_id = coalesce(capture.payee_id, o.payee_id)
      order by o.id
      for update of o
    )`

/** Sets the orders of the new tips to COMPLETED. */
export const completed = sql`completed as (
      update tip_order o set status = 'COMPLETED', updated_at = now() from new_tip where o.id = new_tip.order_id
    )`

/** Gives each tip its capture number: the tips of a creator are numbered in the order of their captures. */
export const numbers = sql`per_creator as (
      select creator_uid, count(*) as tips from paid_order group by creator_uid
    ),
    locked as (
      select c.creator_uid from creator_counter c join per_creator on per_creator.creator_uid = c.creator_uid
      order by c.creator_uid
      for update of c
    ),
    counter as (
      update creator_counter c set capture_no = c.capture_no + per_creator.tips
      from per_creator
      where c.creator_uid = per_creator.creator_uid and (select count(*) from locked) > 0
      returning c.creator_uid, c.capture_no - per_creator.tips as capture_no
    ),
    numbered as (
      select paid_order.*, counter.capture_no, row_number() over (partition by paid_order.creator_uid order by paid_order.row_no) as nth
      from paid_order join counter on counter.creator_uid = paid_order.creator_uid
    )`

/** Decides whether a tip is held for its creator's review: if the censor found something (`moderation/censor-tip.ts`), or by a rule. */
const hold = sql`case when is_for_review or rules_hold(creator_uid, supporter_uid, not is_private and message <> '',
          coalesce(worth_minor, amount_minor)) then 'held' end`

/**
 * Whether the supporter, or a guest of this name, has given the creator no earlier tip, also none of this statement. Anonymous tips are
 * never first, because that would tell something about who gave them.
 */
const isFirst = sql`(not is_anonymous
          and nth = min(nth) over (partition by creator_uid, supporter_key(supporter_uid, supporter_name), is_anonymous)
          and name_on_board(creator_uid, supporter_key(supporter_uid, supporter_name)) is null)`

/** What a tip in another currency is worth: as its provider converts it, or else as it was estimated with the order. */
export const worth = sql`case when exchange_factor is null then worth_minor
        else greatest(round(amount_minor * exchange_factor), 1)::bigint end`

/**
 * Inserts the tips. Those of one statement are one microsecond apart, so that sorting by time keeps their order. Of a checkout there
 * is one tip: its index refuses a second one, and `repeat-statement.ts` records that payment. Captures of one checkout wait for each
 * other at their creator's counter.
 */
const tips = sql`new_tip as (
      insert into tip (order_id, provider, capture_id, mode, creator_uid, capture_no, goal_id, supporter_uid,
        supporter_name, is_anonymous, is_private, message, amount_minor, fee_minor, covered_fee_minor, currency,
        worth_minor, worth_currency, worth_recorded_at, provider_fee_minor, checkout_id, captured_at, hold, is_first)
      select id, provider, capture_id, mode, creator_uid, capture_no + nth, goal_id, supporter_uid,
        supporter_name, is_anonymous, is_private, message, amount_minor, fee_minor, covered_fee_minor, currency,
        ${worth}, worth_currency, case when exchange_factor is not null then now() end, provider_fee_minor, checkout_id,
        coalesce(captured_at, now() + nth * interval '1 microsecond'), ${hold}, ${isFirst}
      from numbered
      on conflict do nothing
      returning *
    )`

/** Inserts the ledger entries of each capture, with the rules of `ledger/compute-ledger-entries.ts`. */
export const ledger = sql`ledger as (
      ${insertCaptureEntries(
        sql`select t.*, t.captured_at as booked_at, null as transaction_id, paid_order.fee_mode, paid_order.set_off_minor
          from new_tip t join paid_order on paid_order.id = t.order_id`,
        'capture',
        'fee_set_off',
        'provider_fee',
      )}
    )`

/**
 * Adds the tips to their supporters' totals for the leaderboard, except anonymous tips. A supporter is listed under the name of the
 * latest tip that is not held, because the name of a held tip may be the reason for its hold.
 */
const totals = sql`new_sum as (
      select t.creator_uid, p.period, p.period_start,
        supporter_key(t.supporter_uid, t.supporter_name),
        bool_and(t.hold is not null) as is_held, sum(coalesce(t.worth_minor, t.amount_minor))::bigint as amount_minor,
        (array_agg(t.supporter_name order by t.hold is not null, t.capture_no desc))[1] as name
      from new_tip t
      cross join lateral (${periodsOf(sql`t.captured_at`)}) p (period, period_start)
      where not t.is_anonymous
      group by t.creator_uid, p.period, p.period_start, supporter_key
    ),
    totals as (
      insert into supporter_total (creator_uid, period, period_start, supporter_key, name, amount_minor)
      select s.creator_uid, s.period, s.period_start, s.supporter_key,
        case when s.is_held then coalesce(name_on_board(s.creator_uid, s.supporter_key), s.name) else s.name end, s.amount_minor
      from new_sum s
      order by s.creator_uid, s.period, s.period_start, s.supporter_key
      on conflict (creator_uid, period, period_start, supporter_key) do update
        set amount_minor = supporter_total.amount_minor + excluded.amount_minor, name = excluded.name
    )`

/** Inserts the events into the outbox. The events of a goal have the same time as the event of its tip. */
const events = sql`new_event as (
      insert into outbox (type, creator_uid, payload, created_at)
      select 'tip.captured', t.creator_uid, jsonb_build_object('type', 'tip.captured', 'tipId', t.id),
        now() + n.nth * interval '1 microsecond'
      from new_tip t join numbered n on n.id = t.order_id
      union all
      select 'goal.funded', t.creator_uid,
        jsonb_build_object('type', 'goal.funded', 'goalId', f.goal_id, 'tipId', t.id),
        now() + n.nth * interval '1 microsecond'
      from new_tip t join numbered n on n.id = t.order_id join goal_move f on f.tip_id = t.id and f.is_funding
      union all
      select 'goal.milestone', t.creator_uid,
        jsonb_build_object('type', 'goal.milestone', 'goalId', k.goal_id, 'tipId', t.id, 'milestone', k.milestone),
        now() + n.nth * interval '1 microsecond'
      from new_milestone k join new_tip t on t.id = k.tip_id join numbered n on n.id = t.order_id
      where k.has_alert
      returning event_id, type, created_at, (payload ->> 'tipId')::uuid as tip_id
    )`

/**
 * Selects the tip with its events. `receivedMinor` is what its goal had received up to and including this tip, without later tips
 * of the statement.
 */
const capturedTip = sql`jsonb_build_object(
        'creatorUid', t.creator_uid,
        'locale', (select locale from account where uid = t.creator_uid),
        'settings', ${deliverySettingsOf(sql.ref('t.creator_uid'))},
        'words', ${wordSettingsOf(sql.ref('t.creator_uid'))},
        'tip', jsonb_build_object('supporterName', t.supporter_name, 'isAnonymous', t.is_anonymous,
          'isPrivate', t.is_private, 'message', t.message, 'amountMinor', t.amount_minor, 'currency', t.currency,
          'worth', ${worthOf(sql.ref('t'))},
          'isFromAccount', t.supporter_uid is not null, 'isHeld', coalesce(t.hold = 'held', false), 'isFirst', t.is_first),
        'goal', (
          select jsonb_build_object('goalId', move.goal_id, 'title', move.title, 'amountMinor', move.target_minor,
            'receivedMinor', move.after_minor)
          from goal_move move where move.tip_id = t.id
        ),
        'events', (
          select jsonb_agg(jsonb_build_object('eventId', p.event_id, 'type', p.type, 'createdAt', p.created_at)
            order by p.type desc)
          from new_event p where p.tip_id = t.id
        )
      )`

/** Stores the webhooks. A webhook whose capture matches no order stays unprocessed. */
const webhooks = sql`stored_webhook as (
      insert into webhook_event (provider, payee_id, event_id, type, body, processed_at)
      select w.provider, w.webhook_payee_id, w.webhook_id, w.webhook_type, w.webhook_body,
        case when new_tip.id is not null then now() end
      from capture w left join paid_order on paid_order.row_no = w.row_no left join new_tip on new_tip.order_id = paid_order.id
      where w.webhook_id is not null
      order by w.webhook_id
      on conflict (provider, payee_id, event_id) do nothing
      returning provider, payee_id, event_id
    )`

const captureStatement = fixedStatement<readonly CaptureToRecord[], RecordedCapture>(
  (given) => sql`/* prepared: record_captures */
    with ${captureRows(given)}, ${orders}, ${numbers}, ${tips}, ${completed}, ${ledger}, ${goals}, ${reachedMilestones}, ${totals}, ${events}, ${webhooks}
    select t.id as tip_id,
      case when t.id is not null then jsonb_build_object('creatorUid', paid_order.creator_uid,
        'supporterUid', paid_order.supporter_uid, 'addressHash', paid_order.address_hash,
        'widerAddressHashes', paid_order.wider_address_hashes) end as origin,
      case when t.id is not null then ${capturedTip} end as tip,
      exists (
        select from provider_refund r where r.provider = t.provider and r.capture_id = t.capture_id and r.applied_at is null
        union all
        select from dispute d where d.provider = t.provider and d.capture_id = t.capture_id and d.applied_at is null
      ) as has_reports,
      exists (
        select from stored_webhook k
        where k.provider = w.provider and k.payee_id = w.webhook_payee_id and k.event_id = w.webhook_id
      ) as is_webhook_new
    from capture w
    left join paid_order on paid_order.row_no = w.row_no
    left join new_tip t on t.order_id = paid_order.id
    order by w.row_no
  `,
)
