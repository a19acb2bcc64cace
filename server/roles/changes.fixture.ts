/** Records which tables requests change, so that `server/roles.test.ts` can prove that a refused request has changed nothing. */
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'

/** The tables that requests have changed. */
export interface Changes {
  /** Forgets the changes so far. */
  clear(): Promise<void>
  /**
   * Returns the sorted names of the tables where rows were inserted, updated or deleted since the last `clear`. Changes that were rolled
   * back do not count.
   */
  list(): Promise<string[]>
}

/**
 * Starts recording changes of rows, by triggers, because reading all tables before and after each request would take much longer.
 */
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
