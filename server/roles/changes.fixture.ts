/** Notes which tables requests change, so that the role table can prove that a refused request has changed nothing. */
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'

/** What `noteChanges` returns. */
export interface Changes {
  /** Forgets what has changed so far. */
  clear(): Promise<void>
  /** Returns the tables of which rows were inserted, updated or deleted since, sorted. What was rolled back does not count. */
  list(): Promise<string[]>
}

/** Notes the change of each row from now on, by triggers: reading all tables twice for each request would take much longer. */
export async function noteChanges(owner: Db): Promise<Changes> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(owner)
  await sql`
    create table changed_table (name text not null);
    create function note_change() returns trigger language plpgsql security definer as $$
    begin
      insert into changed_table values (tg_table_name);
      return null;
    end $$`.execute(owner)
  for (const { name } of tables)
    await sql`create trigger note_change after insert or update or delete on ${sql.raw(name)}
      for each row execute function note_change()`.execute(owner)
  return {
    clear: async () => void (await sql`delete from changed_table`.execute(owner)),
    async list() {
      const { rows } = await sql<{
        name: string
      }>`select distinct name from changed_table order by 1`.execute(owner)
      return rows.map(({ name }) => name)
    },
  }
}
