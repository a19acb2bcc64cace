/** Measures how much of the database statements read, so that tests can limit their cost without measuring time. */
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { openPool } from './connection.ts'
import type { Db } from './connection.ts'
import type { Schema } from './schema.ts'

/**
 * Runs `work` and returns how many pages of tables and indexes its statements read, whether cached or from disk. Each statement
 * is executed a second time by `explain`, with the same local settings, in a transaction that is rolled back.
 * https://www.postgresql.org/docs/current/sql-explain.html
 */
export async function countPagesRead(url: string, work: (db: Db) => Promise<unknown>): Promise<number> {
  const sent: CompiledQuery[] = []
  const pool = openPool(url, { poolSize: 1 })
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void sent.push(query),
  })
  try {
    await work(db)
    return await explainAll(
      pool,
      sent.filter(({ sql }) => isExplainable.test(sql) || isSetting.test(sql)),
    )
  } finally {
    await db.destroy()
  }
}

const isExplainable = /^\s*(\/\*.*?\*\/\s*)?(select|with|insert|update|delete)\b/i
const isSetting = /^\s*set local\b/i

async function explainAll(pool: pg.Pool, queries: readonly CompiledQuery[]): Promise<number> {
  const client = await pool.connect()
  let pages = 0
  await client.query('begin')
  for (const { sql, parameters } of queries) {
    if (isSetting.test(sql)) {
      await client.query(sql)
      continue
    }
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
    const { Plan } = rows[0]['QUERY PLAN'][0]
    pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
  }
  await client.query('rollback')
  client.release()
  return pages
}
