import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { PubSubMessage } from '../../contract/events.ts'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { insertDataExport } from '../../db/queries/accounts/data-exports.ts'
import { buildSupporter } from '../../db/builders.fixture.ts'
import { toExportJob } from '../../domain/accounts/data-export/data-exports.ts'
import { openStorage } from '../../domain/storage/storage.ts'
import { startWorkers } from '../start-workers.ts'
import { backends, createTestContext, runWorkers } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'
import { exportsProcessor, removeExpiredExports, sweepExports } from './exports.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'exports-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const open = (backend: (typeof backends)[number]) =>
  createTestContext(backend, { STORAGE_URL: `file:${folder}` })

/** Creates an account and requests an export of its data. */
async function ask({ db }: TestContext) {
  const account = await buildSupporter(db)
  const row = await db
    .transaction()
    .execute((trx) => insertDataExport(trx, { uid: account.uid, csvForm: 'comma' }))
  return { account, id: row!.id }
}

const read = ({ db }: TestContext, id: string) =>
  db.selectFrom('dataExport').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the context that a processor needs when a test calls it directly. */
const whole = (ctx: TestContext) => ({ ...ctx, storage: openStorage(ctx.config.storageUrl) })

describe.each(backends)('on %s', (backend) => {
  test('an export goes from its queue to the store, and its owner hears of it live and by mail', async () => {
    await using ctx = await open(backend)
    const { account, id } = await ask(ctx)
    const received: PubSubMessage[] = []
    await ctx.pubsub.subscribe((message) => received.push(message))
    const workers = await startWorkers(ctx)

    await ctx.queues.add('exports', [toExportJob(id)])

    await expect.poll(() => read(ctx, id)).toMatchObject({ status: 'ready' })
    await workers.close()
    const { sizeBytes, progress } = (await read(ctx, id))!
    const file = await openStorage(ctx.config.storageUrl).get(`private/export-${id}.zip`)
    expect([file?.length, progress]).toEqual([sizeBytes, 100])
    expect(file?.subarray(0, 2).toString()).toBe('PK')
    expect(await listAccountMails(ctx.db)).toMatchObject([{ kind: 'data-export', email: account.email }])
    await expect
      .poll(() => received.at(-1))
      .toMatchObject({ uid: account.uid, dataExport: { status: 'ready' } })
    const moves = received.flatMap((message) =>
      message.kind === 'export' ? message.dataExport.progress : [],
    )
    expect(moves.length).toBeGreaterThan(5)
    expect(moves).toEqual([...moves].sort((a, b) => a - b))
  })

  test('an export whose job was lost, or whose worker died, is swept up', async () => {
    await using ctx = await open(backend)
    const { id } = await ask(ctx)
    await sql`update data_export set status = 'running', attempts = 1, due_at = now() - interval '1 second'`.execute(
      ctx.db,
    )
    await runWorkers(ctx)

    await sweepExports(ctx)

    await expect.poll(() => read(ctx, id)).toMatchObject({ status: 'ready', attempts: 2 })
  })
})

test('a job done twice leaves one file and one letter; done after the account has gone, none', async () => {
  await using ctx = await open('postgres')
  const { account, id } = await ask(ctx)
  const process = exportsProcessor(whole(ctx))

  await Promise.allSettled([process({ exportId: id }), process({ exportId: id })])
  await process({ exportId: id })

  expect(await read(ctx, id)).toMatchObject({ status: 'ready' })
  expect(await openStorage(ctx.config.storageUrl).get(`private/export-${id}.zip`)).toBeDefined()
  expect(await listAccountMails(ctx.db)).toHaveLength(1)
  await ctx.db.deleteFrom('account').where('uid', '=', account.uid).execute()
  await process({ exportId: id })
})

test('a store that fails is tried again, and after the fifth time the person is told', async () => {
  await using ctx = await open('postgres')
  const { id } = await ask(ctx)
  const broken = { ...whole(ctx), storage: openStorage('s3://a:b@127.0.0.1:1/none?tls=false') }
  const process = exportsProcessor(broken)

  for (let i = 0; i < 5; i++) await expect(process({ exportId: id })).rejects.toThrow('fetch failed')
  expect(await read(ctx, id)).toMatchObject({ status: 'running', attempts: 5 })
  await expect(process({ exportId: id })).rejects.toThrow('exportFailed')

  expect(await read(ctx, id)).toMatchObject({ status: 'failed', sizeBytes: null })
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('brimful-export-'))).toEqual([])
})

test('after seven days the file is gone, and so is its row', async () => {
  await using ctx = await open('postgres')
  const { account, id } = await ask(ctx)
  await exportsProcessor(whole(ctx))({ exportId: id })
  const days = async (count: number) => {
    await sql`update data_export set expires_at = expires_at - ${count} * interval '1 day'`.execute(ctx.db)
    await removeExpiredExports(whole(ctx))
    return (await openStorage(ctx.config.storageUrl).get(`private/export-${id}.zip`)) !== undefined
  }

  expect(await days(6.9)).toBe(true)
  expect(await days(0.2)).toBe(false)

  expect(await read(ctx, id)).toBeUndefined()
  expect(
    await ctx.db.selectFrom('account').select('uid').where('uid', '=', account.uid).execute(),
  ).toHaveLength(1)
})

test('the file of a killed process is deleted after a day, one of a running export is not', async () => {
  await using ctx = await open('postgres')
  const [left, running] = ['left', 'running'].map((name) => join(tmpdir(), `brimful-export-${name}.zip`))
  for (const path of [left!, running!]) writeFileSync(path, 'private')
  onTestFinished(() => rmSync(running!))
  const yesterday = Date.now() / 1000 - 25 * 60 * 60
  utimesSync(left!, yesterday, yesterday)

  await removeExpiredExports(whole(ctx))

  expect([left!, running!].map(existsSync)).toEqual([false, true])
})
