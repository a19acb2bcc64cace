/** The leaderboard's periods. Each adds up a supporter's tips. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** The periods that a tip of this time belongs to, as rows of name and first day (UTC). */
export function periodsOf(capturedAt: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`values
    ('week', date_trunc('week', ${capturedAt} at time zone 'utc')::date),
    ('month', date_trunc('month', ${capturedAt} at time zone 'utc')::date),
    ('all', date '1970-01-01')`
}
