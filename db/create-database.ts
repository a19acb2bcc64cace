/** Makes the product's database and the role that owns it, on a Postgres that somebody else administers. */
import { sql } from 'kysely'
import { openDb } from './connection.ts'
import type { Db } from './connection.ts'
import { toScramVerifier } from './scram.ts'
import { SetupError } from './setup-error.ts'

export interface NewDatabase {
  database: string
  owner: string
  password: string
}

/**
 * Makes the database and its owner, who may make the role that runs the product. `adminUrl` is the address for a role that may do that.
 * Repeated after a failure, it sets the password anew. Returns the port of Postgres. Throws `SetupError` if the database has an
 * installation in it already.
 */
export async function createDatabase(
  adminUrl: string,
  { database, owner, password }: NewDatabase,
): Promise<number> {
  const db = openDb(adminUrl, { poolSize: 1, timeoutMs: 60_000 })
  try {
    if (await exists(db, sql`pg_database where datname = ${database}`)) await refuseUsed(adminUrl, database)
    const role = sql.id(owner)
    if (!(await exists(db, sql`pg_roles where rolname = ${owner}`)))
      await sql`create role ${role}`.execute(db)
    await sql`alter role ${role} login createrole password ${sql.lit(toScramVerifier(password))}`.execute(db)
    if (!(await exists(db, sql`pg_database where datname = ${database}`)))
      await sql`create database ${sql.id(database)} owner ${role}`.execute(db)
    const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(db)
    return Number(rows[0]!.port)
  } finally {
    await db.destroy()
  }
}

async function exists(db: Db, what: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from ${what}) as found`.execute(db)
  return rows[0]!.found
}

async function refuseUsed(adminUrl: string, database: string): Promise<void> {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  const db = openDb(url.href, { poolSize: 1, timeoutMs: 60_000 })
  const isUsed = await exists(db, sql`pg_class where oid = to_regclass('public.kysely_migration')`).finally(
    () => db.destroy(),
  )
  if (isUsed)
    throw new SetupError(
      `The database ${database} has an installation in it, whose file of variables is missing: bring that back, with its SECRETS_KEY, or drop the database if nobody needs it.`,
    )
}
