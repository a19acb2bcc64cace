/** The transaction that books a tip: through our code against pgbench, on one goal against many, with totals and without. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { openDb, openPool } from '../db/connection.ts'
import type { Db } from '../db/connection.ts'
import type { Schema } from '../db/schema.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { recordTip } from '../domain/payments/orders/record-tip.ts'
import { compare } from './rounds.ts'
import type { Contestant } from './rounds.ts'

const run = promisify(execFile)
const clients = 10
const tipsEach = 300
const tips = clients * tipsEach
const figure = 'tips/s'

/** Prints and returns the three ratios. */
export async function tipTransaction() {
  await using test = await createTestDb()
  const db = openDb(test.url, { poolSize: clients })
  const folder = mkdtempSync(join(tmpdir(), 'brimful-bench-'))
  try {
    await sql.raw(manyCreators).execute(db)
    const statement = await statementOf(test.url)
    const files = { whole: join(folder, 'whole.sql'), bare: join(folder, 'bare.sql') }
    writeFileSync(files.whole, toScript(statement))
    writeFileSync(files.bare, toScript(withoutTotals(statement)))

    const ours = throughOurCode(db, 'spread')
    const oneGoal = throughOurCode(db, 'one')
    const whole = throughPgbench(db, test.url, files.whole)
    const bare = throughPgbench(db, test.url, files.bare)
    // Plans that were made while tables were empty are made anew: autovacuum sees to that where it runs.
    await ours.round()
    await sql`analyze`.execute(db)
    return {
      'our code / pgbench': (await compare(ours, whole, () => []))[figure],
      'one goal / 1,000 goals': (await compare(oneGoal, ours, () => []))[figure],
      'with totals / without': (await compare(whole, bare, () => []))[figure],
    }
  } finally {
    rmSync(folder, { recursive: true })
    await db.destroy()
  }
}

/** A thousand creators with a goal each, all with the counters of a real one. */
const manyCreators = `
  insert into account (email, user_name, display_name, account_type, currency)
  select 'c' || n || '@example.test', 'creator_' || n, 'Creator ' || n, 1, 'gbp' from generate_series(1, 1000) n;
  insert into creator_counter (creator_uid) select uid from account;
  insert into goal (creator_uid, title, currency, amount_minor) select uid, 'Goal', 'gbp', 1000000000 from account;
  analyze account, creator_counter, goal;
`

/** Orders that wait to be captured, `<mark>-<client>-<n>`, on one goal or over all. */
async function makeOrders(db: Db, mark: string, spread: 'one' | 'spread'): Promise<void> {
  const nth = spread === 'one' ? sql`1` : sql`1 + (c * ${tipsEach} + n) % 1000`
  await sql`
    with numbered as (select goaluuid, creator_uid, row_number() over (order by goaluuid) as place from goal)
    insert into tip_order (provider, provider_order_id, provider_account_id, mode, creator_uid, goaluuid, supporter_name,
      is_anonymous, is_private, message, amount_minor, fee_minor, fee_mode, currency, status)
    select 'paypal', ${mark} || '-' || c || '-' || n, 'MERCHANT', 'test', creator_uid, goaluuid, 'Fan ' || n % 200,
      false, false, '', 500, 25, 'split', 'gbp', 'CREATED'
    from generate_series(0, ${clients - 1}) client (c)
    cross join generate_series(1, ${tipsEach}) tip (n)
    join numbered on numbered.place = ${nth}
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

function throughOurCode(db: Db, spread: 'one' | 'spread'): Contestant {
  return {
    name: 'our code',
    async round() {
      const mark = nextMark()
      await makeOrders(db, mark, spread)
      const startedAt = performance.now()
      await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          for (let n = 1; n <= tipsEach; n++) await recordTip(db, captureOf(`${mark}-${client}-${n}`))
        }),
      )
      return { [figure]: (tips / (performance.now() - startedAt)) * 1000 }
    },
  }
}

function throughPgbench(db: Db, url: string, script: string): Contestant {
  return {
    name: 'pgbench',
    async round() {
      const mark = nextMark()
      await makeOrders(db, mark, 'spread')
      const load = ['-c', String(clients), '-j', '2', '-t', String(tipsEach)]
      const args = ['-n', '-M', 'prepared', ...load, '-f', script, '-D', 'i=0', '-D', `mark=${mark}`, url]
      const { stdout } = await run('pgbench', args)
      return { [figure]: Number(/tps = ([\d.]+)/.exec(stdout)![1]) }
    },
  }
}

const sample = 'SAMPLE-ORDER'

/** The very statement that our code sends, each parameter made a literal, the order and capture a variable of pgbench. */
async function statementOf(url: string): Promise<string> {
  let text = ''
  const listening = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool(url, { poolSize: 1 }) }),
    plugins: [new CamelCasePlugin()],
    log({ query }) {
      if (!query.sql.includes('insert into tip (')) return
      text = query.sql.replace(/\$(\d+)/g, (_, place: string) =>
        toLiteral(query.parameters[Number(place) - 1]),
      )
    },
  })
  await recordTip(listening, captureOf(sample))
  await listening.destroy()
  return text
}

const order = `concat(:mark::text, '-', :client_id::text, '-', :i::text)`

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(toLiteral).join(', ')}]`
  if (value === sample) return order
  if (value === `C-${sample}`) return `concat('C-', ${order})`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function withoutTotals(statement: string): string {
  const shorter = statement.replace(/totals as \([^]*?name = excluded\.name\s*\),/, '')
  if (shorter === statement) throw new Error('the statement has no totals to leave out')
  return shorter
}

function toScript(statement: string): string {
  return `\\set i :i + 1\n${statement.trim()};\n`
}
