/** Which parts of their amounts goals have reached. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table goal_milestone (
    goaluuid uuid not null references goal on delete cascade,
    milestone text not null check (milestone in ('25', '50', '75', 'one-tip')),
    -- The tip with which the goal reached it for the first time. It stays when the tip is refunded, so that it has one alert at most.
    tip_id uuid not null references tip,
    -- Whether it has an alert: of those that one tip reaches, one has, and none if the tip funds the goal.
    has_alert boolean not null,
    reached_at timestamptz not null default now(),
    primary key (goaluuid, milestone)
  )`,
  `create unique index goal_milestone_alert on goal_milestone (tip_id) where has_alert`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
