/** Empties a test's database, so that the next test can have it: this takes a tenth of the time that copying the template does. */
import pg from 'pg'

/** The rows that a new database has already, by table: those of migrations and a few single rows. */
type FirstRows = ReadonlyMap<string, string>

export interface Emptying {
  /**
   * Ends all other connections and empties all tables. Resolves with false, and leaves the database as it is, if a test has changed
   * more than rows, has had statistics made or has left large tables: such a database must not go to another test.
   */
  empty(): Promise<boolean>
  close(): Promise<void>
}

/** The size in bytes that all tables together may have grown by. Larger ones would make the costs of the next test's reads higher. */
const maxGrowth = 1024 ** 2

const tables = `
  select c.oid, format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`

/** Changes with the schema, the settings of the database, and the statistics of its tables. */
const stateOfSchema = `
  select md5(string_agg(line, ';' order by line)) as state from (
    select xmin::text || ' ' || count(*) as line from (
      select xmin from pg_class union all select xmin from pg_attribute union all select xmin from pg_attrdef
      union all select xmin from pg_constraint union all select xmin from pg_index union all select xmin from pg_trigger
      union all select xmin from pg_proc union all select xmin from pg_type union all select xmin from pg_namespace
      union all select xmin from pg_rewrite
    ) rows group by xmin::text
    union all select 'tuples ' || sum(reltuples) from pg_class where relkind = 'r' and oid in (select oid from (${tables}) t)
    union all select setconfig::text from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())
  ) lines`

/** Prepares emptying a new database. `ownerUrl` is that of a superuser, because triggers must not see the rows go. */
export async function prepareEmptying(ownerUrl: string): Promise<Emptying> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {}) // a test may end all connections, or the server; `empty` fails then
  await client.connect()
  await client.query('set session_replication_role = replica') // no trigger runs, and no foreign key is checked
  const firstState = await readState(client)
  const firstSize = await readSize(client)
  const firstRows = await readFirstRows(client)
  return {
    async empty() {
      await endOthers(client)
      if ((await readState(client)) !== firstState) return false
      if ((await readSize(client)) > firstSize + maxGrowth) return false
      await deleteRows(client, firstRows)
      return true
    },
    close: () => client.end(),
  }
}

async function endOthers(client: pg.Client): Promise<void> {
  await client.query(`select pg_terminate_backend(pid, 60000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
}

async function readState(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ state: string }>(stateOfSchema)
  return rows[0]?.state ?? ''
}

async function readSize(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ size: number }>(
    `select sum(pg_relation_size(oid))::float8 as size from (${tables}) t`,
  )
  return rows[0]?.size ?? 0
}

async function readFirstRows(client: pg.Client): Promise<FirstRows> {
  const found = new Map<string, string>()
  for (const name of await listUsedTables(client)) found.set(name, await readRows(client, name))
  return found
}

/** Lists the tables that have or had rows. */
async function listUsedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from (${tables}) t where pg_relation_size(oid) > 0`,
  )
  return rows.map(({ name }) => name)
}

async function readRows(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ all: string }>(
    `select coalesce(json_agg(t order by t::text), '[]')::text as all from ${table} t`,
  )
  return rows[0]?.all ?? '[]'
}

async function deleteRows(client: pg.Client, firstRows: FirstRows): Promise<void> {
  const used = await listUsedTables(client)
  const statements = used.filter((name) => !firstRows.has(name)).map((name) => `delete from ${name}`)
  for (const [name, rows] of firstRows) {
    if ((await readRows(client, name)) === rows) continue
    const again = `json_populate_recordset(null::${name}, ${pg.escapeLiteral(rows)})`
    statements.push(`delete from ${name}`, `insert into ${name} select * from ${again}`)
  }
  statements.push(`select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where last_value is not null`)
  await client.query(statements.join(';'))
}
