/** Which tool has done something in a control panel, and the id under which a repeated write happens once. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `alter table panel_action
    -- The API token of the tool that did it for the creator, and its name at that time; null for what was done on a page. The token may
    -- have been revoked since.
    add column token_id uuid,
    add column token_name text,
    add constraint panel_action_token check ((token_id is null) = (token_name is null)) not valid`,
  `alter table panel_action validate constraint panel_action_token`,
  `alter table tool_write
    -- The id of what the write adds, the same in each attempt.
    add column write_id uuid not null default gen_random_uuid()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
