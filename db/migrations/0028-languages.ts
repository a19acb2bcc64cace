/** The language of each account, and of each email that is not sent yet. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  alter table account
    add column locale text not null default 'en' check (locale in ('en', 'de'));
  alter table account_mail
    add column locale text not null default 'en' check (locale in ('en', 'de'));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
