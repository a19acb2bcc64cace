/** The connection to Postgres: one pool per process, typed by Kysely. */
import type { EventEmitter } from 'node:events'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import type { Transaction } from 'kysely'
import pg from 'pg'
import { Gauge } from 'prom-client'
import type { Schema } from './schema.ts'

/** A connection outside any transaction. */
export type Db = Kysely<Schema>
/** A connection inside a transaction. A function with a parameter of this type runs only there. */
export type Trx = Transaction<Schema>

const int8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

/** The maximum time in milliseconds that a request or a delivery waits for Postgres. */
export const requestTimeoutMs = 5_000
/** The maximum time in milliseconds that a schedule, an export or a migration waits for Postgres. */
export const longTimeoutMs = 10 * 60_000

export interface DbOptions {
  /** The maximum number of connections. 10 is the optimum on small machines: with more, tips to the same goal become slower. */
  poolSize?: number
  /**
   * The limit in milliseconds on connecting, on each statement and on each idle pause within a transaction. We and Postgres both
   * enforce it. Default: none.
   */
  timeoutMs?: number
  /** The limit in milliseconds on connecting and on waiting for a free connection. Default: `timeoutMs`. */
  connectTimeoutMs?: number
  /** The limit in milliseconds on waiting for a lock. Default: `timeoutMs`. */
  lockTimeoutMs?: number
  onError?: (error: Error) => void
}

/**
 * Settings of each connection.
 *
 * TCP keep-alive: both ends detect a dead idle connection within 20 s: after 10 s each sends ten probes one second apart. Without
 * this Postgres would keep the session of a lost client for two hours, and a few network failures would use up `max_connections`.
 * https://www.postgresql.org/docs/current/runtime-config-connection.html#RUNTIME-CONFIG-TCP-SETTINGS
 *
 * No JIT: Postgres compiles a statement that it expects to be long. None of ours is, and compiling one that finds the creator of an
 * overlay took a second while there were no statistics of its tables. https://www.postgresql.org/docs/current/jit-decision.html
 */
export const connectionSettings = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: Object.entries({
    jit: 'off',
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 1,
    tcp_keepalives_count: 10,
    tcp_user_timeout: 20_000, // in milliseconds: how long Postgres waits for the client to confirm a response
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
}

/**
 * Returns pg's options for a time limit. Postgres gives up slightly before our own timer, also while it waits for a lock. Otherwise
 * it would continue work whose result nobody reads; and after an error from Postgres, the connection stays usable. Postgres also
 * ends a transaction that the client leaves idle, which releases its locks.
 * https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-STATEMENT-TIMEOUT
 */
export function limitsOf(timeoutMs: number) {
  return {
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: Math.round(timeoutMs * 0.9),
    idle_in_transaction_session_timeout: timeoutMs,
  }
}

const pools = new Set<pg.Pool>()

new Gauge({
  name: 'brimful_pool_connections',
  help: 'Connections to Postgres in the pools of this process, by state; waiting: queries that wait for a connection',
  labelNames: ['state'],
  collect() {
    for (const pool of pools) if (pool.ended) pools.delete(pool)
    const sum = (count: (pool: pg.Pool) => number) => [...pools].reduce((all, pool) => all + count(pool), 0)
    this.set(
      { state: 'busy' },
      sum(({ totalCount, idleCount }) => totalCount - idleCount),
    )
    this.set(
      { state: 'idle' },
      sum(({ idleCount }) => idleCount),
    )
    this.set(
      { state: 'waiting' },
      sum(({ waitingCount }) => waitingCount),
    )
  },
})

/** Opens a pool of connections without Kysely. Errors of idle connections go to `onError` instead of ending the process. */
export function openPool(
  url: string,
  { poolSize = 10, timeoutMs, connectTimeoutMs, lockTimeoutMs, onError = () => {} }: DbOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    application_name: 'brimful',
    ...connectionSettings,
    ...(timeoutMs && limitsOf(timeoutMs)),
    ...(connectTimeoutMs && { connectionTimeoutMillis: connectTimeoutMs }),
    ...(lockTimeoutMs && { lock_timeout: lockTimeoutMs }),
  })
  pools.add(pool)
  pool.on('error', onError)
  pool.on('connect', (client) => {
    guard(client)
    keepPrepared(client)
  })
  return pool
}

/**
 * Limits the effect of a failed connection to the query that is using it.
 *
 * pg-pool handles errors of idle connections only. If a connection died between two statements of a transaction, its unhandled
 * error would end the process, although the next statement is rejected anyway
 * (https://github.com/brianc/node-postgres/issues/2386).
 *
 * After a query timeout, a connection still waits for the late response. If the pool used it for later queries, all of them would
 * time out (https://github.com/brianc/node-postgres/issues/3399), so the connection is closed, and the pool opens a new one.
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
 * Prepares statements that begin with `/* prepared: name *\/`, so that Postgres caches their plan. Planning is most of the cost of
 * recording a tip, and Kysely has no API for named statements.
 *
 * Postgres keeps a plan only if it seems no more expensive than planning each time. For an array of unknown length it assumes ten
 * rows, and every join multiplies them. A statement that unnests arrays therefore has the condition `position between 1 and n`: it
 * excludes no row, and Postgres estimates one row for it.
 * https://www.postgresql.org/docs/current/sql-prepare.html#SQL-PREPARE-NOTES
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
  const pool = openPool(url, options)
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const emitter: EventEmitter = pool // pg-pool emits "release", but its types lack that event
  emitter.on('release', () => lastReleases.set(db, performance.now()))
  return db
}

const lastReleases = new WeakMap<Db, number>()

/** Returns when a connection was last returned to the pool, in milliseconds of `performance.now()`; 0 if that never happened. */
export function lastReleaseOf(db: Db): number {
  return lastReleases.get(db) ?? 0
}
