/** The parts of the statement that records captures that are about goals: their sums, who funded them, and their milestones. */
import { sql } from 'kysely'

/**
 * A condition that a goal is funded now. An expired goal counts, because the payment may have been opened in time; a goal that its
 * creator closed or archived does not.
 */
const isReached = sql`(g.status in ('ACTIVE', 'EXPIRED') and g.amount_received_minor + r.amount_minor >= g.amount_minor)`

/**
 * Adds the tips to their goals, in the order of their capture numbers. A goal stores which tip funded it. A goal that has periods
 * (`docs/goals.md`) is left to `add_to_goal_periods`, which sees the goal as it is once it is locked: another statement may have ended
 * a period since this one began. So each goal is updated by exactly one of the two.
 */
export const goals = sql`goal_step as (
      select goal_id, id, captured_at, coalesce(worth_minor, amount_minor) as amount_minor,
        sum(coalesce(worth_minor, amount_minor)) over (partition by goal_id order by capture_no)::bigint as sum_minor
      from new_tip where goal_id is not null
    ),
    goal_sum as (
      select goal_id, max(sum_minor) as amount_minor, array_agg(id order by sum_minor) as tip_ids,
        array_agg(sum_minor order by sum_minor) as sums
      from goal_step group by goal_id
    ),
    updated_goal as (
      update goal g set
        amount_received_minor = g.amount_received_minor + r.amount_minor,
        status = case when ${isReached} then 'COMPLETED' else g.status end,
        completed_at = case when ${isReached} then now() else g.completed_at end,
        funded_by_tip_id = case when ${isReached} then coalesce(g.funded_by_tip_id, (
          select s.tip_id from unnest(r.tip_ids, r.sums) s (tip_id, sum_minor)
          where g.amount_received_minor + s.sum_minor >= g.amount_minor
          order by s.sum_minor limit 1
        )) else g.funded_by_tip_id end
      from goal_sum r where g.goal_id = r.goal_id and g.period_started_at is null and g.period_ends_at is null
      returning g.goal_id, g.creator_uid, g.funded_by_tip_id, g.title, g.amount_minor,
        g.amount_received_minor - r.amount_minor as before_minor, r.tip_ids, r.sums
    ),
    period_move as (
      select m.* from (
        select r.* from goal_sum r where not exists (select from updated_goal u where u.goal_id = r.goal_id) offset 0
      ) r cross join lateral add_to_goal_periods(r.goal_id, r.tip_ids,
        array(select s.amount_minor from goal_step s where s.goal_id = r.goal_id order by s.sum_minor),
        array(select s.captured_at from goal_step s where s.goal_id = r.goal_id order by s.sum_minor)) m
    ),
    -- How each tip moves its goal. The arrays are unnested instead of joined, because Postgres expects one row of each step before,
    -- and would compare every tip with every other in any order of joins.
    goal_move as materialized (
      select g.goal_id, g.creator_uid, g.title, g.amount_minor as target_minor, 1 as period_no, s.tip_id, s.nth,
        g.before_minor + coalesce(g.sums[s.nth::int - 1], 0) as before_minor, g.before_minor + s.sum_minor as after_minor,
        g.funded_by_tip_id is not distinct from s.tip_id as is_funding
      from updated_goal g cross join lateral unnest(g.tip_ids, g.sums) with ordinality s (tip_id, sum_minor, nth)
      union all
      select goal_id, creator_uid, title, target_minor, period_no, tip_id, nth, before_minor, after_minor, is_funding from period_move
    )`

/** The parts of a goal that have alerts of their own, with what a tip has to do to reach them. `move` is a row of `goal_move`. */
const milestones = sql`(values
        ('25', 1, move.before_minor * 4 < move.target_minor and move.after_minor * 4 >= move.target_minor),
        ('50', 2, move.before_minor * 2 < move.target_minor and move.after_minor * 2 >= move.target_minor),
        ('75', 3, move.before_minor * 4 < move.target_minor * 3 and move.after_minor * 4 >= move.target_minor * 3),
        -- One more tip as large as this one fills the goal.
        ('one-tip', 4, move.after_minor < move.target_minor
          and move.after_minor * 2 - move.before_minor >= move.target_minor)
      ) m (milestone, rank, is_reached)`

/**
 * Stores which milestones the tips reach, of goals whose creator wants alerts about them. Each is stored once for a goal and period,
 * also if money is returned and the goal reaches it again. Of those that one tip reaches, the last has an alert, unless the tip funds the
 * goal. Reads the creator's style by key.
 */
export const reachedMilestones = sql`reached as (
      select distinct on (move.goal_id, move.period_no, m.milestone) move.goal_id, move.period_no, m.milestone, m.rank, move.tip_id,
        move.after_minor >= move.target_minor as is_full
      from goal_move move
      join alert_style s on s.creator_uid = move.creator_uid and s.live is not null
      cross join lateral ${milestones}
      where m.is_reached and case m.milestone when 'one-tip' then s.live #>> '{milestones,oneTipToGo}'
        else s.live #>> '{milestones,quarters}' end = 'true'
        and not exists (select from goal_milestone k
          where k.goal_id = move.goal_id and k.period_no = move.period_no and k.milestone = m.milestone)
      order by move.goal_id, move.period_no, m.milestone, move.nth
    ),
    new_milestone as (
      insert into goal_milestone (goal_id, period_no, milestone, tip_id, has_alert)
      select goal_id, period_no, milestone, tip_id, not is_full and rank = max(rank) over (partition by tip_id) from reached
      order by goal_id, period_no, milestone
      on conflict do nothing
      returning goal_id, milestone, tip_id, has_alert
    )`
