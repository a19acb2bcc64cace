import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { deleteOldAccountEvents } from '../../db/queries/accounts/account-events.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { plantWebhook } from '../../domain/tools/webhooks.fixture.ts'
import { cookieOf, startTestApp } from '../app.fixture.ts'
import type { TestApp } from '../app.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const password = 'tractor violin moss 7'
const passwordHash = await hashPassword(password)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const logIn = (email: string, word: string) =>
  app.post('account/log-in', { email, password: word }, '', { 'user-agent': firefox })

interface Events {
  events: { id: number; kind: string; device: string | null }[]
  next: number | null
}

async function eventsOf(cookie: string, query = ''): Promise<Events> {
  return (await app.get(`account/events${query}`, cookie)).body as Events
}

test('an owner reads who has logged in and who has tried to, with the browser, the newest first', async () => {
  const { email } = await buildCreator(app.ctx.db, { passwordHash })
  await logIn(email, 'not the password')
  const cookie = cookieOf(await logIn(email.toUpperCase(), password))

  await app.post('account/confirm', { password: 'not it either' }, cookie)

  const { events, next } = await eventsOf(cookie)
  expect(events.map(({ kind, device }) => [kind, device])).toEqual([
    ['confirmation-refused', null],
    ['log-in', 'Firefox on Linux'],
    ['log-in-refused', 'Firefox on Linux'],
  ])
  expect(next).toBeNull()
})

test('changes of keys are recorded in their transaction, and outlive the undo of a change', async () => {
  const { uid } = await buildCreator(app.ctx.db, { passwordHash })
  const cookie = await app.signInConfirmed(uid)

  const wanted = { name: 'Deck', scopes: ['tips:read'], days: 30 }
  const { apiToken } = (await app.post('account/api-tokens/add', wanted, cookie)).body as {
    apiToken: { id: string }
  }
  await app.post('account/api-tokens/revoke', { id: apiToken.id }, cookie)

  const { events } = await eventsOf(cookie)
  expect(events.map(({ kind }) => kind)).toEqual(['token-removed', 'token-added', 'log-in'])
})

test('who was shown a key of the overlays or the secret of a webhook, or replaced it, is recorded', async () => {
  const { uid } = await buildCreator(app.ctx.db)
  const cookie = await app.signInConfirmed(uid)
  const { endpoint } = await plantWebhook(app.ctx, uid, 'https://tool.example/hook')

  for (const verb of ['show', 'replace']) {
    expect((await app.post(`account/${verb}-overlay-key`, {}, cookie)).status).toBe(200)
    const read = await app.post(`account/webhooks/${verb}-secret`, { id: endpoint.id }, cookie)
    expect(read.status).toBe(200)
  }

  const { events } = await eventsOf(cookie)
  expect(events.map(({ kind }) => kind)).toEqual([
    'webhook-secret-replaced',
    'overlay-key-replaced',
    'webhook-secret-shown',
    'overlay-key-shown',
    'log-in',
  ])
})

test('a secret of a webhook that there is not is recorded nowhere', async () => {
  const { uid } = await buildCreator(app.ctx.db)
  const cookie = await app.signInConfirmed(uid)

  for (const verb of ['show', 'replace']) {
    const read = await app.post(`account/webhooks/${verb}-secret`, { id: randomUUID() }, cookie)
    expect(read.status).toBe(404)
  }

  expect((await eventsOf(cookie)).events.map(({ kind }) => kind)).toEqual(['log-in'])
})

test('a long record is read in pages of fifty, each event once', async () => {
  const { uid } = await buildCreator(app.ctx.db)
  const cookie = await app.signIn(uid)
  const rows = Array.from({ length: 120 }, () => ({ uid, kind: 'password' as const }))
  await app.ctx.db.insertInto('accountEvent').values(rows).execute()

  const ids: number[] = []
  for (let query = ''; ;) {
    const { events, next } = await eventsOf(cookie, query)
    expect(events.length).toBeLessThanOrEqual(50)
    ids.push(...events.map(({ id }) => id))
    if (next === null) break
    query = `?before=${next}`
  }

  expect(ids).toHaveLength(121)
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one))
})

test('nobody reads the record of another account, and a refused log-in to no account is recorded nowhere', async () => {
  const [mine, other] = [await buildCreator(app.ctx.db), await buildCreator(app.ctx.db, { passwordHash })]
  const before = await count()
  await logIn('nobody@example.test', 'not the password')
  expect(await count()).toBe(before)
  await logIn(other.email, 'not the password')

  const { events } = await eventsOf(await app.signIn(mine.uid))

  expect(events.map(({ kind }) => kind)).toEqual(['log-in'])
})

test('events are deleted after a year', async () => {
  const { uid } = await buildCreator(app.ctx.db)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await app.ctx.db
    .insertInto('accountEvent')
    .values([366, 364].map((days) => ({ uid, kind: 'email' as const, at: daysAgo(days) })))
    .execute()

  await deleteOldAccountEvents(app.ctx.db, 365)

  expect(
    await app.ctx.db.selectFrom('accountEvent').select('kind').where('uid', '=', uid).execute(),
  ).toHaveLength(1)
})

async function count(): Promise<number> {
  return (await app.ctx.db.selectFrom('accountEvent').select('id').execute()).length
}
