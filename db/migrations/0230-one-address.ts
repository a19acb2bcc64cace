/** Which alerts a page without the creator's key has received, and when an OBS source last played one. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // Null in the rows from before, of which nobody knows; they are not read for it.
  `alter table alert add column is_sent_keyless boolean`,
  `alter table alert alter column is_sent_keyless set default false`,
  `alter table creator_counter add column obs_shown_at timestamptz`,
  // The same pages as in \`isInObs\` (contract/overlay-place.ts).
  `update creator_counter c set obs_shown_at = shown.at
    from (
      select creator_uid, max(last_shown_at) as at from overlay_presence
      where obs_version is not null or state in ('program', 'obs', 'preview')
      group by creator_uid
    ) shown
    where c.creator_uid = shown.creator_uid and shown.at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
