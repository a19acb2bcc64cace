/** How the CSV files of a data export are written, which its owner chooses. docs/your-data.md. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table data_export add column csv_form text not null default 'comma'
      constraint data_export_csv_form check (csv_form in ('comma', 'semicolon'))`.execute(db)
}
