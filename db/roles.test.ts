import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCreator, buildOrder } from './builders.fixture.ts'
import { openDb } from './connection.ts'
import { createTestDb } from './database.fixture.ts'
import type { TestDb } from './database.fixture.ts'
import { prepareDatabase } from './prepare-database.ts'
import { openQueues } from './queue.ts'
import { SetupError } from './setup-error.ts'

let shared: TestDb
let tipId: string
beforeAll(async () => {
  shared = await createTestDb()
  tipId = await bookTip(shared)
})
afterAll(() => shared[Symbol.asyncDispose]())

/** Books a tip of 5.00 with the ledger entries of a capture. Returns the tip's id. */
async function bookTip({ db }: TestDb): Promise<string> {
  const { uid } = await buildCreator(db)
  const order = await buildOrder(db, uid)
  const { rows } = await sql<{ id: string }>`
    with tip as (
      insert into tip (order_id, provider, capture_id, mode, creator_uid, capture_no, supporter_name, is_anonymous, is_private,
        message, amount_minor, fee_minor, currency)
      values (${order.id}, 'paypal', ${order.id}, 'test', ${uid}, 1, 'Grace', false, false, '', 500, 25, 'gbp')
      returning *
    ), ledger as (
      insert into ledger_entry (movement_id, kind, tip_id, creator_uid, provider, mode, account, currency, amount_minor)
      select id, 'capture', id, creator_uid, provider, mode, account, currency, share
      from tip, (values ('provider', -500), ('creator', 475), ('platform_fee', 25)) e (account, share)
    )
    select id from tip`.execute(db)
  return rows[0]!.id
}

test.each([
  ['changes an entry', 'update ledger_entry set amount_minor = 0'],
  ['changes one column of an entry', `update ledger_entry set booked_at = now()`],
  ['locks entries', 'select from ledger_entry for update'],
  ['deletes entries', 'delete from ledger_entry'],
  ['empties the ledger', 'truncate ledger_entry'],
  ['adds a movement', 'insert into ledger_movement select * from ledger_movement'],
  ['changes a movement', 'update ledger_movement set balance_minor = 0'],
  ['deletes movements', 'delete from ledger_movement'],
  ['empties the movements', 'truncate ledger_movement'],
  ['adds to a year', 'insert into ledger_year select * from ledger_year on conflict do nothing'],
  [
    'changes a year',
    'update ledger_year set received_minor = received_minor + 1, creator_minor = creator_minor + 1',
  ],
  ['deletes years', 'delete from ledger_year'],
  ...['platform_month', 'invoice_counter'].flatMap((table) => [
    [`adds to ${table}`, `insert into ${table} select * from ${table}`],
    [`changes ${table}`, `update ${table} set mode = mode`],
    [`deletes from ${table}`, `delete from ${table}`],
    [`empties ${table}`, `truncate ${table}`],
  ]),
  ...['closed_month', 'closed_month_sum', 'carried_month', 'carried_fees', 'invoice', 'admin_action'].flatMap(
    (table) => [
      [
        `changes ${table}`,
        `update ${table} set ${table === 'admin_action' ? 'action = action' : 'mode = mode'}`,
      ],
      [`locks ${table}`, `select from ${table} for update`],
      [`deletes from ${table}`, `delete from ${table}`],
      [`empties ${table}`, `truncate ${table}`],
    ],
  ),
  ...['invoice_buyer', 'billing_details', 'reference_rate', 'retention_progress'].map((table) => [
    `empties ${table}`,
    `truncate ${table}`,
  ]),
  ['changes what was paid', 'update tip set amount_minor = amount_minor + 1'],
  ['changes who is paid', 'update tip set creator_uid = creator_uid'],
  ['deletes tips', 'delete from tip'],
  ['deletes refunds of providers', 'delete from provider_refund'],
  ['changes a provider’s transaction', 'update provider_transaction set settled_minor = 0'],
  ['deletes transactions of providers', 'delete from provider_transaction'],
  ['removes the numbers’ trigger', 'drop trigger invoice_numbered on invoice'],
  ['removes the months’ trigger', 'drop trigger platform_months_kept on ledger_entry'],
  ['switches triggers off', 'alter table ledger_entry disable trigger all'],
  ['switches all triggers off', 'set session_replication_role = replica'],
  ['removes a trigger', 'drop trigger ledger_append_only on ledger_entry'],
  [
    'replaces a trigger’s function',
    'create or replace function ledger_is_append_only() returns trigger language plpgsql as $$ begin return new; end $$',
  ],
  ['creates a table', 'create table mine (id int)'],
  ['creates a table of the queue', 'create table bullmq.mine (id int)'],
  ['creates a schema', 'create schema mine'],
  ['creates a function', 'create function mine() returns int language sql as $$ select 1 $$'],
  ['changes a table', 'alter table tip add column mine int'],
  ['drops a table', 'drop table ledger_year'],
  ['drops a constraint', 'alter table ledger_year drop constraint ledger_year_balances'],
  ['records a migration', `insert into kysely_migration (name, timestamp) values ('9999', 'now')`],
  [
    'becomes the owner',
    "do $$ begin execute format('set role %I', (select tableowner from pg_tables where tablename = 'ledger_entry')); end $$",
  ],
])('Postgres refuses the running role that %s', async (_, statement) => {
  await expect(sql.raw(statement).execute(shared.db)).rejects.toMatchObject({ code: '42501' })
})

test('the running role cannot use the trigger that keeps the sums on a table of its own', async () => {
  const steal = shared.db.transaction().execute(async (trx) => {
    await sql`create temp table mine (like ledger_entry)`.execute(trx)
    await sql`
      create trigger mine after insert on mine referencing new table as added
      for each statement execute function keep_ledger_sums()`.execute(trx)
  })

  await expect(steal).rejects.toMatchObject({ code: '42501' })
})

test('a temporary table of the running role does not take what the trigger writes', async () => {
  await using test = await createTestDb()
  const db = openDb(test.url, { poolSize: 1 })
  await sql`create temp table ledger_year (like ledger_year)`.execute(db)

  await bookTip({ ...test, db })

  const years = await test.db.selectFrom('ledgerYear').select('receivedMinor').execute()
  expect(years).toEqual([{ receivedMinor: 500 }])
  await db.destroy()
})

test('what the running role books is kept in movements and years', async () => {
  const movements = shared.db.selectFrom('ledgerMovement').select(['creatorMinor', 'balanceMinor'])
  expect(await movements.where('tipId', '=', tipId).execute()).toEqual([
    { creatorMinor: 475, balanceMinor: 475 },
  ])
})

test('the running role adds jobs and works on them without creating anything', async () => {
  const done: unknown[] = []
  const queues = openQueues({ databaseUrl: shared.url, onError: (error) => void done.push(error) })
  queues.work('exports', async ({ data }) => void done.push(data.n))

  await queues.add('exports', [{ id: 'one', data: { n: 1 } }])
  await queues.add(
    'exports',
    [2, 3].map((n) => ({ id: `n-${n}`, data: { n } })),
  )
  await queues.repeat('schedules', 'often', 60_000)

  await expect.poll(() => new Set(done)).toEqual(new Set([1, 2, 3]))
  await queues.close()
})

/** Opens an empty database whose only role is not a superuser, as in an installation that sets DATABASE_URL alone. */
async function openOneRole() {
  const test = await createTestDb()
  const role = `one_role_${randomBytes(4).toString('hex')}`
  const name = new URL(test.ownerUrl).pathname.slice(1)
  await sql.raw(`create role ${role} login password '${role}'`).execute(test.owner)
  await sql.raw(`create database ${name}_one owner ${role}`).execute(test.owner)
  const addressFor = (user: string) => {
    const url = new URL(test.ownerUrl)
    url.username = url.password = user
    url.pathname = `/${name}_one`
    return url.href
  }
  const superuser = new URL(test.ownerUrl)
  superuser.pathname = `/${name}_one`
  const roles = [role]
  return {
    url: addressFor(role),
    superuserUrl: superuser.href,
    /** Returns an address for a role that does not exist yet. */
    newUrl() {
      roles.push(`${role}_app`)
      return addressFor(`${role}_app`)
    },
    async [Symbol.asyncDispose]() {
      await sql.raw(`drop database ${name}_one with (force)`).execute(test.owner)
      for (const each of roles) await sql.raw(`drop role if exists ${each}`).execute(test.owner)
      await test[Symbol.asyncDispose]()
    },
  }
}

/** Calls `prepareDatabase` and returns what it logged. */
async function prepare(source: Parameters<typeof prepareDatabase>[0]): Promise<unknown[]> {
  const lines: unknown[] = []
  await prepareDatabase(source, { warn: (...line: unknown[]) => void lines.push(line.at(-1)) })
  return lines
}

/** Returns the code of the error when Postgres refuses a statement; undefined when Postgres accepts it. */
async function refusal(url: string, statement: string): Promise<string | undefined> {
  const db = openDb(url, { poolSize: 1 })
  const error = await sql
    .raw(statement)
    .execute(db)
    .then(
      () => undefined,
      (thrown: { code: string }) => thrown.code,
    )
  await db.destroy()
  return error
}

const rewrite = 'alter table ledger_entry disable trigger user'

test('an installation with one role migrates itself, and is warned that its ledger is not protected', async () => {
  await using old = await openOneRole()

  expect(await prepare({ databaseUrl: old.url })).toEqual([expect.stringContaining('not protected')])

  expect(await refusal(old.url, rewrite)).toBeUndefined()
})

test('a database of one role gets a running role, which is created with its password and may not migrate', async () => {
  await using old = await openOneRole()
  await prepare({ databaseUrl: old.url })
  const source = { databaseUrl: old.newUrl(), migrationUrl: old.superuserUrl }

  expect(await prepare(source)).toEqual([])
  expect(await prepare(source)).toEqual([])
  expect(await prepare({ databaseUrl: source.databaseUrl })).toEqual([])

  expect(await refusal(source.databaseUrl, rewrite)).toBe('42501')
  expect(
    await refusal(source.databaseUrl, 'insert into testimonial select * from testimonial'),
  ).toBeUndefined()
})

test('when the role that owned everything becomes the running role, the migrating role takes over what it owned', async () => {
  await using old = await openOneRole()
  await prepare({ databaseUrl: old.url })

  expect(await prepare({ databaseUrl: old.url, migrationUrl: old.superuserUrl })).toEqual([])

  expect(await refusal(old.url, rewrite)).toBe('42501')
  expect(await refusal(old.url, 'create table mine (id int)')).toBe('42501')
  expect(await refusal(old.url, 'create schema mine')).toBe('42501')
})

test('a process that may not migrate waits until another one has', async () => {
  await using old = await openOneRole()
  const source = { databaseUrl: old.newUrl(), migrationUrl: old.superuserUrl }
  await prepare(source)
  const owner = openDb(old.superuserUrl, { poolSize: 1 })
  await sql`delete from kysely_migration`.execute(owner)
  const reasons: unknown[] = []

  await prepareDatabase(
    { databaseUrl: source.databaseUrl },
    {
      warn(line: unknown) {
        reasons.push(line)
        void sql`insert into kysely_migration (name, timestamp) values ('0001-baseline', 'now')`.execute(
          owner,
        )
      },
    },
  )

  expect(reasons[0]).toEqual({ reason: expect.stringContaining('0001-baseline') })
  await owner.destroy()
})

test('a restored copy, whose running role may not log in, is not migrated: the sentence names the way out', async () => {
  await using old = await openOneRole()
  const source = { databaseUrl: old.newUrl(), migrationUrl: old.superuserUrl }
  await prepare(source)
  const owner = openDb(old.superuserUrl, { poolSize: 1 })
  const role = sql.id(new URL(source.databaseUrl).username)
  await sql`alter role ${role} nologin`.execute(owner.withoutPlugins())

  const refused = prepare(source)

  await expect(refused).rejects.toThrow(SetupError)
  await expect(refused).rejects.toThrow(/may not log in: .* "brimful release-restore" .*, or else give/)
  await owner.destroy()
})

test('a migrating role that may not create the running role says so in one sentence', async () => {
  await using old = await openOneRole()

  const refused = prepare({ databaseUrl: old.newUrl(), migrationUrl: old.url })

  await expect(refused).rejects.toThrow(SetupError)
  await expect(refused).rejects.toThrow(/may not create it: create it with LOGIN and its password\.$/)
})
