/** Measures how much of the database statements read, so that tests can limit their cost without measuring time. */
import { randomBytes } from 'node:crypto'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { openPool } from './connection.ts'
import type { Db } from './connection.ts'
import type { Schema } from './schema.ts'
import { waitUntil } from './wait-until.fixture.ts'

/** The fields that are read here of a node of a plan. https://www.postgresql.org/docs/current/using-explain.html */
interface PlanNode {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Loops': number
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

/**
 * Vacuums a table until nearly every page is known to be visible to all, which lets Postgres answer from an index alone. Another backend of the
 * database, such as one that autovacuum has started, may keep a first vacuum from it.
 */
export async function vacuumWhole(owner: Db, table: string): Promise<void> {
  const isWhole = async () => {
    await sql`vacuum analyze ${sql.table(table)}`.execute(owner)
    const { rows } =
      await sql`select from pg_class where oid = ${table}::regclass and relallvisible > 0.9 * relpages`.execute(
        owner,
      )
    return rows.length > 0
  }
  await waitUntil(isWhole, () => `some pages of ${table} stay invisible to somebody`)
}

/** What the statements of some work read. */
export interface Cost {
  /** Pages of tables and indexes, whether cached or from disk. */
  pages: number
  /** Rows that the nodes of the plans look at: what joins cost, even of rows that are in no table, and of rows that lie side by side. */
  rows: number
  /** The statement that looks at most rows; '' if there is none. */
  costliest: string
}

/** Returns how many pages of tables and indexes the statements of `work` read, whether cached or from disk. */
export async function countPagesRead(url: string, work: (db: Db) => Promise<unknown>): Promise<number> {
  await using counted = openCounted(url, 1)
  return (await counted.costOf(() => work(counted.db))).pages
}

/** Returns how many rows the nodes of the plans of `work` look at: what joins cost, even of rows that are in no table. */
export async function countRowsVisited(url: string, work: (db: Db) => Promise<unknown>): Promise<number> {
  await using counted = openCounted(url, 1)
  return (await counted.costOf(() => work(counted.db))).rows
}

function rowsVisited(node: PlanNode): number {
  const own = [node['Actual Rows'], node['Rows Removed by Filter'], node['Rows Removed by Join Filter']]
  return node['Actual Loops'] * sum(own.map((rows) => rows ?? 0)) + sum((node.Plans ?? []).map(rowsVisited))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/**
 * Opens a database whose statements can be counted. `costOf` runs some work and returns what its statements read. Each statement is
 * executed a second time by `explain`, with the same local settings, in a transaction that is rolled back.
 * https://www.postgresql.org/docs/current/sql-explain.html
 */
export function openCounted(url: string, poolSize = 5) {
  const sent: CompiledQuery[] = []
  const pool = openPool(url, { poolSize })
  const db: Db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void sent.push(query),
  })
  return {
    db,
    async costOf(work: () => Promise<unknown>): Promise<Cost> {
      sent.length = 0
      await work()
      const explained = sent.splice(0).filter(({ sql }) => isExplainable.test(sql) || isSetting.test(sql))
      const plans = await explainAll(pool, explained)
      const rows = plans.map(({ plan }) => rowsVisited(plan))
      return {
        pages: sum(plans.map(({ plan }) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])),
        rows: sum(rows),
        costliest: plans[rows.indexOf(Math.max(...rows))]?.sql ?? '',
      }
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

const isExplainable = /^\s*(\/\*.*?\*\/\s*)?(select|with|insert|update|delete)\b/i
const isSetting = /^\s*set local\b/i

async function explainAll(pool: pg.Pool, queries: readonly CompiledQuery[]) {
  const client = await pool.connect()
  const plans: { sql: string; plan: PlanNode }[] = []
  await client.query('begin')
  for (const query of queries) {
    if (isSetting.test(query.sql)) await client.query(query.sql)
    else plans.push({ sql: query.sql, plan: await explainOne(client, query) })
  }
  await client.query('rollback')
  client.release()
  return plans
}

/** Explains a query; one that `keepPrepared` prepares with the plan that Postgres then keeps. */
async function explainOne(client: pg.PoolClient, { sql, parameters }: CompiledQuery): Promise<PlanNode> {
  const read = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows[0]
  const options = '(analyze, buffers, format json)'
  if (!isPrepared.test(sql)) return planOf(await read(`explain ${options} ${sql}`, [...parameters]))
  const name = `explained_${randomBytes(4).toString('hex')}`
  const literals = await read(
    `select ${parameters.map((_, i) => `quote_nullable($${i + 1}::text) as "${i}"`)}`,
    [...parameters],
  )
  await client.query(`prepare ${name} as ${sql}`)
  await client.query('set local plan_cache_mode = force_generic_plan')
  const row = await read(`explain ${options} execute ${name} (${Object.values(literals)})`)
  await client.query('set local plan_cache_mode = auto')
  return planOf(row)
}

const isPrepared = /^\s*\/\* prepared: /

function planOf(row: { 'QUERY PLAN': [{ Plan: PlanNode }] }): PlanNode {
  return row['QUERY PLAN'][0].Plan
}
