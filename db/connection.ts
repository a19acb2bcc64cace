/** The connection to Postgres: one pool a process, typed by Kysely. */
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

/** A connection outside any transaction. */
export type Db = Kysely<Schema>
/** A connection that is inside a transaction: the type means "only there". */
export type Trx = Transaction<Schema>

const int8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

export interface DbOptions {
  /** 10 is the knee on small machines; more makes a hot goal worse. */
  poolSize?: number
  /** For what is worth nothing when it comes late: a connection or an answer that takes longer is an error. */
  patienceMs?: number
  onError?: (error: Error) => void
}

/** Opens a pool of plain connections whose idle failures reach `onError` instead of ending the process. */
export function openPool(
  url: string,
  { poolSize = 10, patienceMs, onError = () => {} }: DbOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    application_name: 'brimful',
    ...(patienceMs && { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs }),
  })
  pool.on('error', onError)
  pool.on('connect', keepPrepared)
  return pool
}

const preparedMark = /^\s*\/\* prepared: ([a-z_]+) \*\//

/**
 * Has Postgres keep the plan of a statement that begins with `/* prepared: name *\/`. Planning is most of the cost of the
 * one that books a tip, and Kysely has no word for it.
 */
function keepPrepared(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (text: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? preparedMark.exec(text)?.[1] : undefined
    return name ? query({ name, text, values: rest[0] }, ...rest.slice(1)) : query(text, ...rest)
  }
  client.query = named as typeof client.query
}

/** Opens the database. Columns are snake_case there and camelCase here; bigints are numbers. `destroy()` ends the pool. */
export function openDb(url: string, options?: DbOptions): Db {
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool(url, options) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
