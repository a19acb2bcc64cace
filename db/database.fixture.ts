/** A database for each test, copied from a template that is migrated once. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import pg from 'pg'
import { openDb } from './connection.ts'
import type { Db } from './connection.ts'
import { migrate } from './migrate.ts'

const adminUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export interface TestDb {
  db: Db
  url: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Creates an empty migrated database; disposing it drops it. */
export async function createTestDb(): Promise<TestDb> {
  const name = `brimful_test_${randomBytes(6).toString('hex')}`
  await asAdmin(async (admin) => {
    const template = await ensureTemplate(admin)
    await admin.query(`create database ${name} template ${template}`)
    await admin.query(`alter database ${name} set synchronous_commit = off`) // tests never crash Postgres, so commits need not wait for the disk
  })
  const url = withDatabase(name)
  const db = openDb(url, { poolSize: 5 })
  return {
    db,
    url,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function ensureTemplate(admin: pg.Client): Promise<string> {
  const template = `brimful_template_${schemaHash()}`
  // Held until the copy is made, because a template with an open connection cannot be copied.
  await admin.query(`select pg_advisory_lock(hashtext('brimful test template'))`)
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
  if (rowCount) return template
  await admin.query(`drop database if exists ${template}_new`)
  await admin.query(`create database ${template}_new`)
  const db = openDb(withDatabase(`${template}_new`), { poolSize: 1 })
  await migrate(db).finally(() => db.destroy())
  await admin.query(`alter database ${template}_new rename to ${template}`)
  return template
}

function schemaHash(): string {
  const folder = new URL('./migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(new URL(file, folder)))
  return hash.digest('hex').slice(0, 12)
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
