/**
 * Builds the indexes of tables that grow with every tip. They are built after the migrations and without locking the table, because
 * a plain CREATE INDEX blocks every write to its table until it is done.
 * https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionSettings } from './connection.ts'

/** The indexes by name. Each has the table and the columns as CREATE INDEX takes them; `unique on` begins a unique one. */
export const concurrentIndexes: Readonly<Record<string, string>> = {
  account_name_search:
    'account using gin (user_name gin_trgm_ops, lower(display_name) gin_trgm_ops) where account_type = 1',
}

const retryMs = 250

/**
 * Builds the indexes that are missing, and rebuilds those whose build was interrupted. Several processes may call it at once. There
 * is no time limit, because the index of a large table takes long and no tip waits for it.
 */
export async function buildIndexes(
  url: string,
  indexes: Readonly<Record<string, string>> = concurrentIndexes,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'brimful-indexes',
    ...connectionSettings,
  })
  client.on('error', () => {}) // an error also rejects the query in progress, whose caller handles it
  await client.connect()
  try {
    await lock(client)
    for (const [name, definition] of Object.entries(indexes)) await build(client, name, definition)
  } finally {
    await client.end()
  }
}

/**
 * Takes the lock by polling. If a process waited for the lock in one statement, it would hold a snapshot for as long, and the
 * process that builds an index waits until all older snapshots are released.
 */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select pg_try_advisory_lock(hashtext('brimful indexes')) as is_locked`,
    )
    if (rows[0].is_locked) return
    await sleep(retryMs)
  }
}

async function build(client: pg.Client, name: string, definition: string): Promise<void> {
  if (definition.includes('gin_trgm_ops') && !(await hasTrigrams(client))) return
  const { rows } = await client.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
    name,
  ])
  if (rows[0]?.indisvalid) return
  if (rows[0]) await client.query(`drop index concurrently ${name}`)
  const unique = 'unique on '
  const [kind, on] = definition.startsWith(unique)
    ? ['unique index', definition.slice(unique.length)]
    : ['index', definition]
  await client.query(`create ${kind} concurrently ${name} on ${on}`)
}

/** The migration goes on without the extension where it is not available. */
async function hasTrigrams(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'pg_trgm'`)
  return rows.length > 0
}
