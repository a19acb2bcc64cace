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

/** How long a request or a delivery may wait for Postgres. */
export const requestTimeoutMs = 5_000
/** How long a schedule, an export or a migration may. */
export const longTimeoutMs = 10 * 60_000

export interface DbOptions {
  /** The most connections; 10 is the optimum on small machines, and more slow down tips to the same goal. */
  poolSize?: number
  /** Connecting or a query that takes longer is an error, and the connection is replaced. Default: no limit. */
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
  pool.on('connect', (client) => {
    guard(client)
    keepPrepared(client)
  })
  return pool
}

/**
 * Keeps the troubles of a connection to the query that meets them.
 *
 * pg-pool hears errors of idle connections only, so one that dies between two statements of a transaction would end the process;
 * the next statement is rejected anyway (https://github.com/brianc/node-postgres/issues/2386). After a timeout the connection
 * still waits for its response, and back in the pool it would let every later query time out
 * (https://github.com/brianc/node-postgres/issues/3399); ended while a query is active, it is closed at once and replaced.
 */
export function guard(client: pg.ClientBase): void {
  client.on('error', () => {})
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const guarded = (...args: unknown[]): unknown => {
    const result = query(...args)
    if (result instanceof Promise)
      result.catch((error: Error) => {
        if (error.message === 'Query read timeout') (client as pg.Client).end().catch(() => {})
      })
    return result
  }
  client.query = guarded as typeof client.query
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
