/**
 * Measures the transaction that records a tip, in three comparisons: our code with pgbench, tips to one goal with tips to many
 * goals, and the statement with its update of supporter totals with the same statement without it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { openDb, openPool } from '../db/connection.ts'
import type { Db } from '../db/connection.ts'
import { createTestDb } from '../db/database.fixture.ts'
import type { Schema } from '../db/schema.ts'
import { recordTip } from '../domain/payments/orders/record-tip.ts'
import { updateStatistics } from './capture-to-overlay.ts'
import { onCleanup, track } from './cleanup.ts'
import { runProgram } from './processes.ts'
import { compare } from './rounds.ts'
import type { Contestant } from './rounds.ts'

const clients = 10
const tipsPerClient = 300
const tips = clients * tipsPerClient
const figure = 'tips/s'

/** Returns three ratios of tips per second: our code to pgbench, one goal to many, with supporter totals to without. */
export async function tipTransaction() {
  const test = track(await createTestDb())
  const db = openDb(test.url, { poolSize: clients })
  onCleanup(() => db.destroy())
  const folder = mkdtempSync(join(tmpdir(), 'brimful-bench-'))
  onCleanup(async () => rmSync(folder, { recursive: true }))

  await sql.raw(insertCreators).execute(test.owner)
  const statement = await captureStatement(test.url)
  const scripts = {
    withTotals: join(folder, 'with-totals.sql'),
    withoutTotals: join(folder, 'without-totals.sql'),
  }
  writeFileSync(scripts.withTotals, toScript(statement))
  writeFileSync(scripts.withoutTotals, toScript(removeTotals(statement)))

  const ours = ourCode(db, 'spread')
  const oneGoal = ourCode(db, 'one')
  const withTotals = pgbench(db, test.url, scripts.withTotals)
  const withoutTotals = pgbench(db, test.url, scripts.withoutTotals)
  await ours.round() // one unmeasured round, as a warm-up
  await updateStatistics(test)
  const ratioOf = async (a: Contestant, b: Contestant) => (await compare(a, b))[figure]
  return {
    'our code / pgbench': await ratioOf(ours, withTotals),
    'one goal / 1,000 goals': await ratioOf(oneGoal, ours),
    'with totals / without': await ratioOf(withTotals, withoutTotals),
  }
}

/** Inserts a thousand creators, each with a goal and counters. */
const insertCreators = `
  insert into account (email, user_name, display_name, account_type, currency)
  select 'c' || n || '@example.test', 'creator_' || n, 'Creator ' || n, 1, 'gbp' from generate_series(1, 1000) n;
  insert into creator_counter (creator_uid) select uid from account;
  insert into goal (creator_uid, title, currency, amount_minor) select uid, 'Goal', 'gbp', 1000000000 from account;
  analyze account, creator_counter, goal;
`

/** Inserts unpaid orders with the ids `<mark>-<client>-<n>`, all for one goal or spread over all goals. */
async function insertOrders(db: Db, mark: string, spread: 'one' | 'spread'): Promise<void> {
  const nth = spread === 'one' ? sql`1` : sql`1 + (c * ${tipsPerClient} + n) % 1000`
  await sql`
    with numbered as (select goal_id, creator_uid, row_number() over (order by goal_id) as goal_no from goal)
    insert into tip_order (provider, provider_order_id, payee_id, mode, creator_uid, goal_id, supporter_name,
      is_anonymous, is_private, message, amount_minor, fee_minor, fee_mode, currency, status)
    select 'paypal', ${mark} || '-' || c || '-' || n, 'MERCHANT', 'test', creator_uid, goal_id, 'Supporter ' || n % 200,
      false, false, '', 500, 25, 'split', 'gbp', 'CREATED'
    from generate_series(0, ${clients - 1}) client (c)
    cross join generate_series(1, ${tipsPerClient}) tip (n)
    join numbered on goal_no = ${nth}
  `.execute(db)
}

let marks = 0
function nextMark(): string {
  marks += 1
  return `m${marks}`
}

function captureOf(providerOrderId: string) {
  const money = { chargedMinor: 500, currency: 'gbp', payeeId: 'MERCHANT' }
  return { provider: 'paypal', providerOrderId, captureId: `C-${providerOrderId}`, ...money } as const
}

function ourCode(db: Db, spread: 'one' | 'spread'): Contestant {
  return {
    name: 'our code',
    async round() {
      const mark = nextMark()
      await insertOrders(db, mark, spread)
      const startedAt = performance.now()
      await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          for (let n = 1; n <= tipsPerClient; n++) await recordTip(db, captureOf(`${mark}-${client}-${n}`))
        }),
      )
      return { [figure]: (tips / (performance.now() - startedAt)) * 1000 }
    },
  }
}

function pgbench(db: Db, url: string, script: string): Contestant {
  return {
    name: 'pgbench',
    async round() {
      const mark = nextMark()
      await insertOrders(db, mark, 'spread')
      const load = ['-c', String(clients), '-j', '2', '-t', String(tipsPerClient)]
      const args = ['-n', '-M', 'prepared', ...load, '-f', script, '-D', 'i=0', '-D', `mark=${mark}`, url]
      const output = await runProgram('pgbench', args)
      return { [figure]: Number(/tps = ([\d.]+)/.exec(output)![1]) }
    },
  }
}

const sample = 'SAMPLE-ORDER'

/**
 * Returns the SQL statement that our code sends for a capture, as a pgbench script: parameters become literals, except order and
 * capture, which become pgbench's variables.
 */
async function captureStatement(url: string): Promise<string> {
  let text = ''
  const logging = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool(url, { poolSize: 1 }) }),
    plugins: [new CamelCasePlugin()],
    log({ query }) {
      if (!query.sql.includes('insert into tip (')) return
      text = query.sql.replace(/\$(\d+)/g, (_, index: string) =>
        toLiteral(query.parameters[Number(index) - 1]),
      )
    },
  })
  await recordTip(logging, captureOf(sample))
  await logging.destroy()
  return text
}

const order = `concat(:mark::text, '-', :client_id::text, '-', :i::text)`

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(toLiteral).join(', ')}]`
  if (value === sample) return order
  if (value === `C-${sample}`) return `concat('C-', ${order})`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function removeTotals(statement: string): string {
  const shorter = statement.replace(/totals as \([^]*?name = excluded\.name\s*\),/, '')
  if (shorter === statement) throw new Error('the statement has no totals to remove')
  return shorter
}

function toScript(statement: string): string {
  return `\\set i :i + 1\n${statement.trim()};\n`
}
