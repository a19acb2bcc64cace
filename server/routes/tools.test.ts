import { expect, test } from 'vitest'
import { apiBase, toolCalls } from '../../contract/calls.ts'
import type { PubSubMessage } from '../../contract/events.ts'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { storeAlert } from '../../db/alerts.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { plantApiToken } from '../../domain/tools/api-token.fixture.ts'
import { hashApiToken, makeApiToken } from '../../domain/tools/token-text.ts'
import { ask, startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())
const received: PubSubMessage[] = []
await app.ctx.pubsub.subscribe((message) => received.push(message))

const call = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  ask(app.url + apiBase + path, { ...init, headers: { ...headers, ...(init.headers as object) } })

const write = (headers: Record<string, string>, body: object = {}) =>
  call(
    'tools/test-alert',
    { ...headers, 'content-type': 'application/json' },
    {
      method: 'POST',
      body: JSON.stringify(body),
    },
  )

async function setUp(scopes: Parameters<typeof plantApiToken>[2], expiresAt?: Date) {
  const creator = await buildCreator(app.db)
  return { ...creator, ...(await plantApiToken(app.db, creator.uid, scopes, expiresAt)) }
}

const countTests = async (uid: string) =>
  (await app.db.selectFrom('outbox').select('eventId').where('creatorUid', '=', uid).execute()).length

test('a token has a prefix, and a checksum that a scanner can verify', () => {
  const token = makeApiToken()

  expect(token).toMatch(/^brim_[0-9A-Za-z]{36}$/)
  expect(hashApiToken(token)).toHaveLength(32)
  const other = token.at(-1) === 'a' ? 'b' : 'a'
  expect(hashApiToken(token.slice(0, -1) + other)).toBeUndefined()
  expect(hashApiToken(`x${token}`)).toBeUndefined()
})

test('a token is made in a confirmed session, shown once, and is in neither the database nor the log', async () => {
  const { uid } = await buildCreator(app.db)
  const wanted = { name: 'My deck', scopes: ['goals:read', 'goals:read'], days: 30 }

  expect((await app.post('account/api-tokens/add', wanted, await app.signIn(uid))).status).toBe(403)
  const cookie = await app.signInConfirmed(uid)
  const { status, body } = await app.post('account/api-tokens/add', wanted, cookie)

  expect(status).toBe(200)
  const { token } = body as { token: string }
  expect((await call('tools/goals', { authorization: `Bearer ${token}` })).body).toEqual({ goals: [] })
  const listed = (await app.get('account/api-tokens', cookie)).body
  expect(listed).toMatchObject({ tokens: [{ name: 'My deck', scopes: ['goals:read'] }] })
  expect((listed as { tokens: { lastUsedAt: string }[] }).tokens[0]!.lastUsedAt).not.toBeNull()
  const rows = await app.db.selectFrom('apiToken').selectAll().where('uid', '=', uid).execute()
  const stored = rows.map((row) => ({ ...row, tokenHash: row.tokenHash.toString('latin1') }))
  expect(JSON.stringify([listed, stored]) + app.logged()).not.toContain(token.slice(5, 20))
  expect((await listAccountMails(app.db)).map(({ kind }) => kind)).toContain('token-added')
})

test('a token may do what its scopes say, and nothing else of its creator', async () => {
  const { uid, headers } = await setUp(['goals:read'])
  await buildGoal(app.db, uid, { title: 'A better microphone', amountMinor: 200_00 })

  const goal = await call('tools/goal', headers)
  expect(goal.body).toMatchObject({ title: 'A better microphone', percent: 10, text: '£20 / £200' })
  expect(goal.headers.get('access-control-allow-origin')).toBe('*')
  expect(await call('tools/tips', headers)).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
  expect((await call('tools/tips', headers)).body).toMatchObject({ ErrorMessage: /tips:read/ })
  for (const path of ['account/profile', 'account/api-tokens', 'account/health'])
    expect(await call(path, headers)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await write(headers)).status).toBe(403)
})

test('no cookie counts beside a token, and no token counts for another call', async () => {
  const { headers } = await setUp(['goals:read'])
  const cookie = await app.signIn((await buildCreator(app.db)).uid)

  expect((await call('tools/board', { ...headers, cookie })).status).toBe(403)
  expect((await call('account/profile', { ...headers, cookie })).status).toBe(403)
  expect((await call('tools/goals', { authorization: 'Bearer nonsense', cookie })).status).toBe(401)
})

test('beside a token, the session of another creator changes nothing about whose goals are answered', async () => {
  const { uid, headers } = await setUp(['goals:read'])
  const other = await buildCreator(app.db)
  await buildGoal(app.db, uid, { title: 'Of the token' })
  await buildGoal(app.db, other.uid, { title: 'Of the session' })

  const { status, body } = await call('tools/goals', { ...headers, cookie: await app.signIn(other.uid) })

  expect(status).toBe(200)
  expect((body as { goals: { title: string }[] }).goals.map(({ title }) => title)).toEqual(['Of the token'])
})

test('every call of tools is one of creators', () => {
  expect(toolCalls.filter(({ access }) => access !== 'creator')).toEqual([])
})

test('a browser on any site may ask and send with a token, but not with a cookie', async () => {
  const { uid, headers } = await setUp(['alerts:test'])
  const site = { origin: 'https://a-widget.example', 'sec-fetch-site': 'cross-site' }

  const preflight = await call('tools/test-alert', site, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization')
  expect(
    (await call('account/profile', site, { method: 'OPTIONS' })).headers.get('access-control-allow-origin'),
  ).toBeNull()
  expect((await write({ ...headers, ...site })).status).toBe(200)
  const refused = await write({ cookie: await app.signIn(uid), ...site })
  expect(refused).toMatchObject({ status: 403, body: { code: 'cross_site' } })
  expect(await countTests(uid)).toBe(1)
})

test('a revoked, an expired and a changed token are refused, and every server hears of a revocation', async () => {
  const { uid, id, token, headers } = await setUp(['goals:read'])
  const expired = await setUp(['goals:read'], new Date(Date.now() - 1000))

  expect((await call('tools/goals', headers)).status).toBe(200)
  const refused = await call('tools/goals', expired.headers)
  expect(refused).toMatchObject({ status: 401, body: { code: 'token_refused' } })
  expect(refused.headers.get('www-authenticate')).toContain('Bearer')
  await app.post('account/api-tokens/revoke', { id }, await app.signIn(uid))
  expect((await call('tools/goals', headers)).status).toBe(401)
  await expect.poll(() => received).toContainEqual({ kind: 'api-tokens', uid })
  expect(JSON.stringify((await call('tools/goals', headers)).body)).not.toContain(token)
})

test('a token of an account that is to be deleted is refused', async () => {
  const { uid, headers } = await setUp(['goals:read'])
  await app.db.updateTable('account').set({ deletionDueAt: new Date() }).where('uid', '=', uid).execute()

  expect((await call('tools/goals', headers)).status).toBe(401)
})

test('a write that is repeated with its key happens once', async () => {
  const { uid, headers } = await setUp(['alerts:test'])
  const keyed = { ...headers, 'idempotency-key': 'press-1' }

  const answers = await Promise.all([write(keyed), write(keyed), write(keyed)])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await write(keyed)).toMatchObject({ status: 200, body: {} })
  expect(await countTests(uid)).toBe(1)
  expect(await write(keyed, { kind: 'emoji' })).toMatchObject({
    status: 422,
    body: { code: 'write_differs' },
  })
  expect((await write({ ...headers, 'idempotency-key': 'press-2' })).status).toBe(200)
  expect(await countTests(uid)).toBe(2)
})

test('a key belongs to the call that was made with it first', async () => {
  const { uid, headers } = await setUp(['alerts:test', 'timers:act'])
  const keyed = { ...headers, 'idempotency-key': 'press-1', 'content-type': 'application/json' }
  const body = JSON.stringify({ seconds: 60 })
  expect((await write(keyed, { seconds: 60 })).status).toBe(200)

  expect(await call('tools/timer', keyed, { method: 'POST', body })).toMatchObject({
    status: 422,
    body: { code: 'write_differs' },
  })
  expect(await countTests(uid)).toBe(1)
})

test('a write that failed may be tried again with its key', async () => {
  const { headers } = await setUp(['alerts:test'])
  const keyed = { ...headers, 'idempotency-key': 'press-1' }

  expect((await write(keyed, { kind: 'unheard-of' })).status).toBe(400)
  expect((await write(keyed)).status).toBe(200)
})

test('tips come in their order after a cursor, with public data only', async () => {
  const { uid, headers } = await setUp(['tips:read'])
  const tipIds = [await showTip(uid, 'Ada'), await showTip(uid, 'Grace'), await showTip(uid, 'Mary')]

  const first = await call('tools/tips?after=0&limit=2', headers)
  expect(first.body).toMatchObject({
    tips: [
      { cursor: 1, type: 'tip.captured', data: { tipId: tipIds[0], name: 'Ada', amountText: '$7' } },
      { cursor: 2, data: { tipId: tipIds[1], name: 'Grace' } },
    ],
    cursor: 2,
    hasMore: true,
  })
  const rest = await call('tools/tips?after=2', headers)
  expect(rest.body).toMatchObject({ tips: [{ data: { tipId: tipIds[2] } }], cursor: 3, hasMore: false })
  expect((await call('tools/tips?limit=1', headers)).body).toMatchObject({ tips: [{ cursor: 3 }] })
  expect((await call('tools/latest-tip', headers)).body).toMatchObject({ tipId: tipIds[2], name: 'Mary' })
  expect((await call('tools/tips?after=-1', headers)).status).toBe(400)
})

/** Stores a tip with its alert, as the workers do; returns the tip's id. */
async function showTip(uid: string, supporterName: string): Promise<string> {
  const { tipId, eventIds } = await captureTip(app.db, uid, { supporterName })
  const body = {
    kind: 'tip',
    isTest: false,
    name: supporterName,
    message: null,
    amount: 700,
    currency: 'usd',
    goal: null,
    at: new Date().toISOString(),
  } as const
  await storeAlert(app.db, uid, eventIds[0]!, body)
  return tipId
}

test('a token is refused above its own limit, and others are not', async () => {
  const [one, other] = [await setUp(['goals:read']), await setUp(['goals:read'])]
  for (let i = 0; i < 601; i++) await app.ctx.accountLimits.take('tool', one.id).catch(() => {})

  const refused = await call('tools/goals', one.headers)
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await call('tools/goals', other.headers)).status).toBe(200)
})
