import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { Db } from '../../../db/connection.ts'
import { buildCreator, buildSupporter } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { openStorage } from '../../storage/storage.ts'
import { plantPerson } from '../person.fixture.ts'
import {
  expectEveryTableDecided,
  expectPlanted,
  listWords,
  personalTables,
} from '../personal-tables.fixture.ts'
import { writeDataExport } from './write-data-export.ts'
import { makeSecretKeys } from '../../config/secret-keys.fixture.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'export-test-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const secretsKey = makeSecretKeys()
const secret = /password-hash|two_factor/

test('an export contains everything about the person, no secrets, and nothing about others', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  const { person, mark, othersMark } = await plantPerson(db, secretsKey)
  const storage = openStorage(`file:${folder}/storage`)
  const picture = randomBytes(300)
  await storage.put(person.image!.slice('/media/'.length), picture, 'image/webp')

  const files = await exportOf(db, person.uid, storage)

  await expectEveryTableDecided(db)
  const words = await listWords(db, mark)
  expectPlanted(words)
  const whole = Object.values(files).join('\n')
  for (const [table, { inExport }] of Object.entries(personalTables)) {
    if (typeof inExport !== 'string') continue
    expect.soft(JSON.parse(utf8(files[`${inExport}.json`])), `${inExport}, for ${table}`).not.toEqual([])
    const missing = words[table]?.filter((word) => !secret.test(word) && !whole.includes(word)) ?? []
    expect.soft(missing, `of ${table}, in no section of data-export-sections.ts`).toEqual([])
  }
  for (const word of ['password-hash', 'two_factor', 'tokenHash', 'sealed', `${othersMark} creator`])
    expect(whole).not.toContain(word)
  expect(files[`pictures/${person.image!.slice('/media/'.length)}`]).toBe(picture.toString('latin1'))
  expect(JSON.parse(utf8(files['account.json']))).toMatchObject([{ email: person.email, hasPassword: true }])
  expect(JSON.parse(utf8(files['tips-given.json']))).toHaveLength(2)
  expect(JSON.parse(utf8(files['ledger.json']))).toHaveLength(3)
})

test('a new table fails the test with what to decide about it', async () => {
  await using testDb = await createTestDb()
  await sql`create table wish (uid uuid, text text)`.execute(testDb.owner)

  await expect(expectEveryTableDecided(testDb.owner)).rejects.toThrow(
    /New tables: .*wish\.[^]*data-export-sections\.ts/,
  )
})

test('an export does not name anonymous supporters', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  const { person, supporter } = await plantPerson(db, secretsKey)
  await sql`update tip set is_anonymous = true, supporter_name = 'Veiled' where supporter_uid = ${supporter.uid}`.execute(
    db,
  )

  const files = await exportOf(db, person.uid, openStorage(`file:${folder}/storage`))

  expect(JSON.parse(utf8(files['tips-received.json']))).toMatchObject([{ name: 'Anonymous' }])
  expect(Object.values(files).join()).not.toMatch(new RegExp(`Veiled|${supporter.uid}`))
})

test('an export says what a tip in another currency is worth', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  const { person } = await plantPerson(db, secretsKey)
  await sql`update tip set currency = 'jpy', amount_minor = 1500, worth_minor = 776, worth_currency = 'gbp',
    worth_recorded_at = now() where creator_uid = ${person.uid}`.execute(testDb.owner)

  const files = await exportOf(db, person.uid, openStorage(`file:${folder}/storage`))

  expect(JSON.parse(utf8(files['tips-received.json']))).toMatchObject([
    { currency: 'jpy', worthCurrency: 'gbp', worthMinor: 776, isWorthEstimate: false },
  ])
})

test('escapes formulas in cells and keeps numbers as numbers', async () => {
  await using testDb = await createTestDb()
  const bio = '=HYPERLINK("https://evil.example","Click")\nand, "more"'
  const { uid } = await buildCreator(testDb.db, { displayName: '@SUM(1)', bio })

  const files = await exportOf(testDb.db, uid, openStorage(`file:${folder}/storage`))

  const csv = utf8(files['account.csv'])
  expect(csv.startsWith('\uFEFFuid,email,')).toBe(true)
  expect(csv).toContain(`,'@SUM(1),`)
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"",""Click"")\nand, ""more"""`)
  expect(JSON.parse(utf8(files['account.json']))).toMatchObject([{ bio, displayName: '@SUM(1)' }])
})

test('exports empty lists for a supporter without data', async () => {
  await using testDb = await createTestDb()
  const { uid } = await buildSupporter(testDb.db)
  const received: number[] = []

  const files = await exportOf(testDb.db, uid, openStorage(`file:${folder}/storage`), (progress) => {
    received.push(progress)
  })

  expect(JSON.parse(utf8(files['tips-given.json']))).toEqual([])
  expect(files['README.txt']).toContain('tips-given: Tips you sent')
  expect(received).toEqual([...received].sort((a, b) => a - b))
  expect(received.at(-1)).toBe(100)
})

test('exports many rows, and stops and closes everything when its reader stops', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  const { uid } = await buildSupporter(db)
  await sql`insert into session (token_hash, uid, user_agent, expires_at)
    select sha256(n::text::bytea), ${uid}, 'agent ' || n, now() + interval '1 day' from generate_series(1, 1234) n`.execute(
    db,
  )
  const storage = openStorage(`file:${folder}/storage`)

  const files = await exportOf(db, uid, storage)
  const stopped = writeDataExport(
    { db, storage, config: { secretsKey } },
    { uid, csvForm: 'comma' },
    join(folder, 'stopped.zip'),
    () => Promise.reject(new Error('over')),
  )

  expect(JSON.parse(utf8(files['sessions.json']))).toHaveLength(1234)
  await expect(stopped).rejects.toThrow('over')
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(db)
  expect(rows).toEqual([])
  expect(readdirSync(folder)).toContain('stopped.zip')
})

/** Returns the files of an export, each decoded as latin1, so that every byte can be searched. */
async function exportOf(
  db: Db,
  uid: string,
  storage: ReturnType<typeof openStorage>,
  tell: (progress: number) => void = () => {},
): Promise<Record<string, string>> {
  const path = join(folder, `${uid}.zip`)
  await writeDataExport(
    { db, storage, config: { secretsKey } },
    { uid, csvForm: 'comma' },
    path,
    async (progress) => tell(progress),
  )
  const zip = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(path, { lazyEntries: true })
  const files: Record<string, string> = {}
  await new Promise<void>((done, failed) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      zip.openReadStream(entry, (error, content) => {
        if (error) return failed(error)
        void text(content.setEncoding('latin1')).then((read) => {
          files[entry.fileName] = read
          zip.readEntry()
        }, failed)
      })
    })
    zip.on('end', done)
    zip.on('error', failed)
    zip.readEntry()
  })
  return files
}

function utf8(latin1: string | undefined): string {
  return Buffer.from(latin1 ?? '', 'latin1').toString('utf8')
}
