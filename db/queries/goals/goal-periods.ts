/** The periods of goals that start anew each month or each stream. */
import { sql } from 'kysely'
import type { StartsAnew } from '../../../contract/entities.ts'
import type { Db, Trx } from '../../connection.ts'

/** How many goals one run ends the months of; the next run goes on. */
const goalsAtOnce = 2_000

/**
 * Ends the months of goals that are over, each in a transaction of its own, so that no tip waits for the goals of others. Returns the
 * ids of the creators. Reads the goals that are due by their index.
 */
export async function endDueMonths(db: Db): Promise<string[]> {
  const due = await sql<{ goalId: string; creatorUid: string }>`
    select goal_id, creator_uid from goal g where period_ends_at <= now() and goes_on(g, period_ends_at)
    order by period_ends_at limit ${goalsAtOnce}
  `.execute(db)
  for (const { goalId } of due.rows) await endMonths(db, goalId)
  return [...new Set(due.rows.map(({ creatorUid }) => creatorUid))]
}

/** Ends the months of a goal that are over, and locks the goal until the transaction ends. */
export async function endMonths(db: Db, goalId: string): Promise<void> {
  await sql`
    select end_goal_months(g, now()) from (select * from goal where goal_id = ${goalId} for update) g
  `.execute(db)
}

/**
 * Ends the period of a creator's goals that start anew with each stream, where the stream began. A period in which nothing came goes on,
 * so that a stream that is begun twice leaves no empty one. The caller has locked the creator's counter and then stored when the
 * stream began, so every tip that a goal has counted was captured earlier.
 */
export async function endStreamPeriods(trx: Trx, creatorUid: string): Promise<void> {
  await sql`
    select end_goal_period(g, s.started_at) from stream_total s cross join lateral (
      select * from goal where creator_uid = s.creator_uid and starts_anew = 'stream'
        and (amount_received_minor > 0 or funded_by_tip_id is not null)
      order by goal_id for update
    ) g where s.creator_uid = ${creatorUid} and goes_on(g, s.started_at)
  `.execute(trx)
}

/**
 * Ends the month of a goal that was reopened after its end. The caller has locked the creator's counter; payments that arrived
 * meanwhile stay in that month.
 */
export async function endMissedMonth(trx: Trx, goalId: string): Promise<void> {
  await sql`
    select end_goal_period(g, next_millisecond()) from (
      select * from goal where goal_id = ${goalId} and status = 'ACTIVE' and period_ends_at <= now() for update
    ) g
  `.execute(trx)
}

/** Sets when a goal counts from zero again. What it has received stays counted until then. The caller has locked the goal. */
export async function setStartsAnew(trx: Trx, goalId: string, startsAnew: StartsAnew | null): Promise<void> {
  await sql`
    update goal g set starts_anew = ${startsAnew}::text, period_ends_at = case when ${startsAnew}::text = 'month' then month_end(
      now(), time_zone_or_utc((select time_zone from account where uid = g.creator_uid))) end
    where goal_id = ${goalId} and starts_anew is distinct from ${startsAnew}::text
  `.execute(trx)
}

/**
 * Lets the current months of a creator's goals end when they end in the creator's new time zone, at the earliest now. The caller has
 * locked the creator's counter, so no tip was counted that was captured later. A month has 28 days at least, and time zones are 26
 * hours apart at most: two days before its end it is that month in all of them.
 */
export async function moveMonthEnds(trx: Trx, creatorUid: string): Promise<void> {
  await sql`
    update goal g set period_ends_at = greatest(
      month_end(period_ends_at - interval '2 days', time_zone_or_utc((select time_zone from account where uid = g.creator_uid))),
      next_millisecond())
    where creator_uid = ${creatorUid} and period_ends_at is not null
  `.execute(trx)
}

export interface GoalPeriodRow {
  /** The first and last day in the creator's time zone, as in 2026-11-30. */
  from: string
  to: string
  amountMinor: number
  amountReceivedMinor: number
}

/**
 * Returns the latest periods of a goal that are over, latest first; none of a goal that this viewer may not see. Reads them by the goal.
 */
export async function listGoalPeriods(
  db: Db,
  { goalId, viewerUid }: { goalId: string; viewerUid: string | undefined },
  limit: number,
): Promise<GoalPeriodRow[]> {
  const { rows } = await sql<GoalPeriodRow>`
    select (coalesce(p.started_at, g.created_at) at time zone z.zone)::date::text as "from",
      ((p.ended_at - interval '1 microsecond') at time zone z.zone)::date::text as "to", p.amount_minor, p.amount_received_minor
    from goal g join account a on a.uid = g.creator_uid cross join lateral (select time_zone_or_utc(a.time_zone) as zone) z
    join goal_period p on p.goal_id = g.goal_id
    where g.goal_id = ${goalId} and (g.creator_uid = ${viewerUid ?? null}
      or g.status <> 'ARCHIVED' and g.hidden_at is null and a.suspended_at is null and a.deletion_due_at is null)
    order by p.period_no desc limit ${limit}
  `.execute(db)
  return rows
}

/**
 * An SQL expression of what a goal had received up to a tip in the tip's period: what the period has received, without the later tips.
 * There are few of those unless the tip is old. `t` is the tip and `s` its row of `goal_span`.
 */
export const receivedUpTo = sql<number>`(s.amount_received_minor - (
  select coalesce(sum(kept_worth(later)), 0)::bigint from tip later
  where later.creator_uid = t.creator_uid and later.capture_no > t.capture_no and later.goal_id = t.goal_id
    and later.captured_at >= s.starts_at and later.captured_at < s.ends_at
))`

/** Joins the period of a tip `t` as `s`; nothing for a general tip. */
export const spanOfTip = sql`goal_span s on s.goal_id = t.goal_id and t.captured_at >= s.starts_at and t.captured_at < s.ends_at`
