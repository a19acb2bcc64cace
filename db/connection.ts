/** The connection to Postgres: one pool per process, typed by Kysely. */
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

/** A connection outside any transaction. */
export type Db = Kysely<Schema>
/** A connection inside a transaction; functions that take it run only there. */
export type Trx = Transaction<Schema>

const int8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

export interface DbOptions {
  /** The most connections; 10 is the optimum on small machines, and more slow down tips to the same goal. */
  poolSize?: number
  /** For queries that are useless when late: connecting or querying for longer than this is an error. */
  timeoutMs?: number
  onError?: (error: Error) => void
}

/** Opens a pool of plain connections. Errors of idle connections go to `onError` instead of ending the process. */
export function openPool(
  url: string,
  { poolSize = 10, timeoutMs, onError = () => {} }: DbOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    application_name: 'brimful',
    ...(timeoutMs && { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }),
  })
  pool.on('error', onError)
  pool.on('connect', keepPrepared)
  return pool
}

const preparedMark = /^\s*\/\* prepared: ([a-z_]+) \*\//

/**
 * Prepares statements that begin with `/* prepared: name *\/`, so that Postgres caches their plan. Planning is most of the
 * cost of recording a tip, and Kysely has no API for named statements.
 *
 * Postgres keeps a plan only if it looks no more expensive than planning again. For an array of unknown length it assumes ten
 * rows, and every join multiplies them. A statement that unnests arrays therefore asks for `position between 1 and n`, which
 * leaves no row out and is estimated at one row. https://www.postgresql.org/docs/current/sql-prepare.html#SQL-PREPARE-NOTES
 */
function keepPrepared(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (text: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? preparedMark.exec(text)?.[1] : undefined
    return name ? query({ name, text, values: rest[0] }, ...rest.slice(1)) : query(text, ...rest)
  }
  client.query = named as typeof client.query
}

/** Opens the database. Columns are snake_case in SQL and camelCase in code; bigints are numbers. `destroy()` ends the pool. */
export function openDb(url: string, options?: DbOptions): Db {
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool(url, options) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
