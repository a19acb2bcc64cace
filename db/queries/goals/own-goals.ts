/** A creator's own goals. Every query filters by the creator, so that nobody can reach another creator's goal. */
import { sql } from 'kysely'
import type { StartsAnew } from '../../../contract/entities.ts'
import type { EventWorth, GoalAction } from '../../../contract/goals/own-goal-calls.ts'
import type { Db, Trx } from '../../connection.ts'
import { countedOfGoal } from './goal-counts.ts'
import type { CountingGoalRow } from './goals.ts'

export interface GoalTexts {
  title: string
  description: string
  amountMinor: number
  endDate: Date | null
  /** When it counts from zero again; null: never; undefined: as before, or never. */
  startsAnew?: StartsAnew | null | undefined
  /** What events count; null: nothing; undefined: as before, or nothing. */
  eventWorth?: EventWorth | null | undefined
}

export type OwnGoalRow = CountingGoalRow & { isMoneyIn: boolean }

/** Returns all goals of a creator in the creator's order, or only the one with the given id. */
export async function listOwnGoals(db: Db, creatorUid: string, goalId?: string): Promise<OwnGoalRow[]> {
  return db
    .selectFrom('goal')
    .selectAll()
    .select([isMoneyIn.as('isMoneyIn'), countedOfGoal.as('countedMinor')])
    .where('creatorUid', '=', creatorUid)
    .$if(goalId !== undefined, (query) => query.where('goalId', '=', goalId!))
    .orderBy('position')
    .orderBy('createdAt')
    .execute()
}

/** True for a goal that has received money or has an open payment. */
const isMoneyIn = sql<boolean>`(goal.amount_received_minor > 0 or exists (
  select from tip_order o
  where o.creator_uid = goal.creator_uid and o.goal_id = goal.goal_id
    and o.status in ('OPENING', 'CREATED', 'CLEARING')
))`

/** Returns the number of a creator's goals: of active ones, and of all. */
export async function countGoals(db: Db, creatorUid: string): Promise<{ running: number; all: number }> {
  const { rows } = await sql<{ running: number; all: number }>`
    select (count(*) filter (where status = 'ACTIVE'))::int as running, count(*)::int as "all"
    from goal where creator_uid = ${creatorUid}`.execute(db)
  return rows[0]!
}

/**
 * Inserts a goal after the creator's others, in the creator's currency. Returns its id; undefined when the creator does not
 * exist.
 */
export async function insertGoal(db: Db, creatorUid: string, goal: GoalTexts): Promise<string | undefined> {
  const startsAnew = goal.startsAnew ?? null
  const { rows } = await sql<{ goalId: string }>`
    insert into goal (creator_uid, title, description, currency, amount_minor, end_date, position, starts_anew, period_ends_at, event_worth)
    select uid, ${goal.title}, ${goal.description}, currency, ${goal.amountMinor}, ${goal.endDate},
      (select coalesce(max(position) + 1, 0) from goal where creator_uid = uid), ${startsAnew}::text,
      case when ${startsAnew}::text = 'month' then month_end(now(), time_zone_or_utc(time_zone)) end,
      ${goal.eventWorth ? JSON.stringify(goal.eventWorth) : null}::jsonb
    from account where uid = ${creatorUid} and currency is not null
    returning goal_id
  `.execute(db)
  return rows[0]?.goalId
}

/** Locks a creator's goal until the transaction ends, so that no tip is recorded for it meanwhile. */
export async function lockOwnGoal(trx: Trx, creatorUid: string, goalId: string) {
  return trx
    .selectFrom('goal')
    .selectAll()
    .where('creatorUid', '=', creatorUid)
    .where('goalId', '=', goalId)
    .forUpdate()
    .executeTakeFirst()
}

/** Updates the texts of a goal; `setStartsAnew` and `setEventWorth` change the rest. */
export async function updateGoal(
  db: Db,
  goalId: string,
  change: Partial<Omit<GoalTexts, 'startsAnew' | 'eventWorth'>> & { image?: string | null },
): Promise<void> {
  await db.updateTable('goal').set(change).where('goalId', '=', goalId).execute()
}

/**
 * Closes, archives or reopens a goal; false when its status does not allow that. It is one statement, so that a tip that funds
 * the goal at the same moment takes precedence.
 */
export async function changeGoalStatus(
  db: Db,
  creatorUid: string,
  goalId: string,
  action: GoalAction,
): Promise<boolean> {
  const { rows } = await sql`
    update goal g set ${changes[action]}
    where g.creator_uid = ${creatorUid} and g.goal_id = ${goalId} and ${conditions[action]}
    returning g.goal_id
  `.execute(db)
  return rows.length > 0
}

const conditions: Record<GoalAction, ReturnType<typeof sql>> = {
  close: sql`g.status = 'ACTIVE'`,
  archive: sql`g.status <> 'ARCHIVED'`,
  reopen: sql`(g.status in ('ARCHIVED', 'EXPIRED') or (g.status = 'COMPLETED'
    and (g.funded_by_tip_id is null or g.amount_received_minor < g.amount_minor)))`,
}

/**
 * The columns that each action sets. A goal that is reopened from the archive becomes what it was before: completed, expired if its
 * end date has passed, or else active. A goal that a tip has funded, and that has lost money since, becomes active, and another tip
 * can then fund it.
 */
const changes: Record<GoalAction, ReturnType<typeof sql>> = {
  close: sql`status = 'COMPLETED', completed_at = now()`,
  archive: sql`status = 'ARCHIVED'`,
  reopen: sql`
    status = case
      when g.status = 'ARCHIVED' and g.completed_at is not null then 'COMPLETED'
      when g.status = 'ARCHIVED' and g.end_date <= now() then 'EXPIRED'
      else 'ACTIVE' end,
    completed_at = case when g.status = 'ARCHIVED' then g.completed_at end,
    funded_by_tip_id = case when g.status = 'ARCHIVED' then g.funded_by_tip_id end,
    end_date = case when g.status <> 'ARCHIVED' and g.end_date <= now() then null else g.end_date end`,
}

/** Moves these goals of a creator to the front, in the given order. Returns how many of them exist. */
export async function reorderGoals(db: Db, creatorUid: string, goalIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ isNamed: boolean }>`
    with ranked as (
      select g.goal_id, n.place is not null as is_named,
        row_number() over (order by n.place nulls last, g.position, g.created_at) - 1 as position
      from goal g
      left join unnest(${goalIds}::uuid[]) with ordinality n (goal_id, place) using (goal_id)
      where g.creator_uid = ${creatorUid}
    )
    update goal g set position = ranked.position from ranked where g.goal_id = ranked.goal_id
    returning ranked.is_named
  `.execute(db)
  return rows.filter(({ isNamed }) => isNamed).length
}
