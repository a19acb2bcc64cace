import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dataExport } from '../../contract/accounts/data-export.ts'
import type { PubSubMessage } from '../../contract/events.ts'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())

async function signUp() {
  const { uid } = await buildSupporter(app.db)
  return { uid, cookie: await app.signInConfirmed(uid) }
}

const start = async (cookie: string) => {
  const { status, body } = await app.post('account/data-export/start', {}, cookie)
  return { status, export: dataExport.parse((body as { dataExport: unknown }).dataExport) }
}

test('five simultaneous requests start one export', async () => {
  const { uid, cookie } = await signUp()

  const answers = await Promise.all(Array.from({ length: 5 }, () => start(cookie)))

  expect(new Set(answers.map((answer) => answer.export.id)).size).toBe(1)
  const rows = await app.db.selectFrom('dataExport').selectAll().where('uid', '=', uid).execute()
  expect(rows).toHaveLength(1)
  const { body } = await app.get('account/data-export', cookie)
  expect(body).toEqual({ dataExport: answers[0]!.export })
})

test('a new export expires the previous one, and the sixth in a day is refused', async () => {
  const { uid, cookie } = await signUp()
  const made: string[] = []
  for (let i = 0; i < 5; i++) {
    made.push((await start(cookie)).export.id)
    await finish(made.at(-1)!)
  }

  const refused = await app.post('account/data-export/start', {}, cookie)

  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  const { rows } = await sql<{
    id: string
  }>`select id from data_export where uid = ${uid} and expires_at > now()`.execute(app.db)
  expect(rows).toEqual([{ id: made.at(-1) }])
  expect((await app.get(`account/data-export/${made[0]}/download`, cookie)).status).toBe(404)
})

test('downloads an export for its owner only, uncached, until it expires', async () => {
  const { uid, cookie } = await signUp()
  const stranger = await signUp()
  const { id } = (await start(cookie)).export
  const path = `account/data-export/${id}/download`
  expect((await app.get(path, cookie)).status).toBe(404) // the export is not ready yet
  await finish(id)

  const found = await app.get(path, cookie)

  expect(found).toMatchObject({ status: 200, body: 'the file' })
  expect(Object.fromEntries(found.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="?brimful-\d{4}-\d\d-\d\d\.zip"?$/),
    'content-length': '8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect((await app.get(path, stranger.cookie)).status).toBe(404)
  const unconfirmed = await app.get(path, await app.signIn(uid))
  expect(unconfirmed).toMatchObject({ status: 403, body: { code: 'confirmation_required' } })
  expect((await app.get(path)).status).toBe(401)
  expect((await fetch(`${app.url}/media/export-${id}.zip`)).status).toBe(404)
  expect((await fetch(`${app.url}/media/private%2Fexport-${id}.zip`)).status).toBe(404)
  await sql`update data_export set expires_at = now() where id = ${id}`.execute(app.db)
  expect((await app.get(path, cookie)).status).toBe(404)
})

test('deleting an account hides it at once, and is cancelled by logging in', async () => {
  const password = 'a kiln for clay season'
  const creator = await buildCreator(app.db, { passwordHash: await hashPassword(password) })
  const cookie = await app.signInConfirmed(creator.uid)
  const elsewhere = await app.signIn(creator.uid)
  const find = () => app.get(`account/get_user_data_by_username?username=${creator.userName}`)
  const received: PubSubMessage[] = []
  await app.ctx.pubsub.subscribe((message) => received.push(message))

  const requested = await app.post('account/delete', {}, cookie)

  const { erasedAt } = requested.body as { erasedAt: string }
  expect((Date.parse(erasedAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
  expect((await find()).status).toBe(404)
  for (const each of [cookie, elsewhere]) expect((await app.get('account/profile', each)).status).toBe(401)
  await expect.poll(() => received).toContainEqual({ kind: 'sessions', uid: creator.uid })
  expect((await app.post('account/log-in', { email: creator.email, password })).status).toBe(200)
  expect((await find()).status).toBe(200)
  const emails = await listAccountMails(app.db, creator.email)
  expect(emails.map(({ kind }) => kind)).toEqual(['deletion-asked', 'deletion-stopped'])
})

test('nobody can log in when the grace period is over', async () => {
  const password = 'a kiln for clay season'
  const { uid, email } = await buildSupporter(app.db, { passwordHash: await hashPassword(password) })
  await sql`update account set deletion_due_at = now() where uid = ${uid}`.execute(app.db)

  const answer = await app.post('account/log-in', { email, password })

  expect(answer).toMatchObject({ status: 400, body: { code: 'wrong_credentials' } })
})

async function finish(id: string): Promise<void> {
  await app.ctx.storage.put(`private/export-${id}.zip`, Buffer.from('the file'), 'application/zip')
  await app.db
    .updateTable('dataExport')
    .set({ status: 'ready', sizeBytes: 8, progress: 100, finishedAt: new Date() })
    .where('id', '=', id)
    .execute()
}
