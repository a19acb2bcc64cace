/** Gives each test a database of its own: one that an earlier test has left, emptied, or a copy of a template that is migrated once. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { LATEST_SCHEMA_VERSION } from 'bullmq'
import pg from 'pg'
import { buildIndexes, concurrentIndexes } from './concurrent-indexes.ts'
import { openDb } from './connection.ts'
import type { Db } from './connection.ts'
import { prepareEmptying } from './database-reset.fixture.ts'
import type { Emptying } from './database-reset.fixture.ts'
import { migrate } from './migrate.ts'
import { migrateQueue } from './queue-schema.ts'
import { grantRunningRole } from './roles.ts'

/** `scripts/test-services.ts` sets the variable for tests. Benchmarks use the Postgres server of this machine. */
const adminUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
/** How the names of a test run's databases begin: those of one run, so that it can drop all of them in the end. */
const namePrefix = process.env.TEST_DATABASE_PREFIX ?? 'brimful_test_'

export interface TestDb {
  /** Connected as the role that runs the product, with the same rights as in production. */
  db: Db
  url: string
  /** Connected as the role that owns the schema, for what the product's role may not do. */
  owner: Db
  ownerUrl: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Databases that tests have left empty, for the next tests of this process. */
const emptied: OwnDatabase[] = []

interface OwnDatabase extends Emptying {
  name: string
}

/**
 * Opens an empty migrated database. Disposing it empties it for a later test, or drops it if the test has changed more than rows.
 * With `isNew` it has never had rows, and is dropped: for tests that count the pages that a statement reads.
 */
export async function createTestDb({ isNew = false } = {}): Promise<TestDb> {
  const own = (isNew ? undefined : emptied.pop()) ?? (await createDatabase())
  const ownerUrl = withDatabase(own.name)
  const url = asRunning(ownerUrl)
  const db = openDb(url, { poolSize: 5 })
  const owner = openDb(ownerUrl, { poolSize: 2 })
  let isOpen = true
  return {
    db,
    url,
    owner,
    ownerUrl,
    async [Symbol.asyncDispose]() {
      if (!isOpen) return // it may be another test's by now
      isOpen = false
      await Promise.all([db.destroy(), owner.destroy()])
      if (isReused && !isNew && (await own.empty())) emptied.push(own)
      else await dropDatabase(own)
    },
  }
}

/** Whether databases are kept for later tests: only in a test run, which drops them in the end (`scripts/test-services.ts`). */
const isReused = process.env.TEST_DATABASE_PREFIX !== undefined

async function createDatabase(): Promise<OwnDatabase> {
  const name = `${namePrefix}${randomBytes(6).toString('hex')}`
  await asAdmin(async (admin) => {
    const template = await ensureTemplate(admin)
    // Copying files is cheaper than logging each page if the server does not wait for the disk, as the test server does not.
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
    await admin.query(`alter database ${name} set synchronous_commit = off`) // tests never crash Postgres, so commits need not wait for the disk
  })
  return { name, ...(await prepareEmptying(withDatabase(name))) }
}

async function dropDatabase({ name, close }: OwnDatabase): Promise<void> {
  await close()
  await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`))
}

async function ensureTemplate(admin: pg.Client): Promise<string> {
  const template = `brimful_template_${schemaHash()}`
  // The lock is held until the database is copied, because a template with an open connection cannot be copied.
  await admin.query(`select pg_advisory_lock(hashtext('brimful test template'))`)
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
  if (rowCount) return template
  await admin.query(`drop database if exists ${template}_new`)
  await admin.query(`create database ${template}_new`)
  await prepareTemplate(withDatabase(`${template}_new`))
  await admin.query(`alter database ${template}_new rename to ${template}`)
  return template
}

async function prepareTemplate(url: string): Promise<void> {
  await migrateQueue(url)
  const db = openDb(url, { poolSize: 1 })
  try {
    await migrate(db)
    await buildIndexes(url)
    await grantRunningRole(db, asRunning(url))
  } finally {
    await db.destroy()
  }
}

function schemaHash(): string {
  const list = (folder: string) =>
    readdirSync(new URL(folder, import.meta.url)).map((name) => `${folder}${name}`)
  const files = [...list('baseline/'), ...list('migrations/'), 'roles.ts', 'queue-schema.ts']
  const hash = createHash('sha256')
    .update(String(LATEST_SCHEMA_VERSION))
    .update(JSON.stringify(concurrentIndexes))
  for (const file of files.sort()) hash.update(readFileSync(new URL(file, import.meta.url)))
  return hash.digest('hex').slice(0, 12)
}

/**
 * Returns the URL of a database for the role that runs the product. The databases of all tests share this role, because roles
 * belong to the server.
 */
function asRunning(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = url.password = 'brimful_test_app'
  return url.href
}

function withDatabase(name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
