import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { forFile } from '../../../db/for-file.fixture.ts'
import { findConnection } from '../../../db/queries/chat/connections.ts'
import type { ConnectionRow } from '../../../db/schema.ts'
import { control, openSandbox, read } from '../../../sandbox/sandbox.fixture.ts'
import { GiveUpError, SlowDownError } from '../../errors.ts'
import { createTestContext } from '../../workers.fixture.ts'
import { connectKickChannel, readTexts } from '../connections.fixture.ts'
import type { ChatPoster } from '../poster.ts'
import { openKickPoster } from './poster.ts'

const sandbox = await forFile(openSandbox())
const keys = ['KICK_CLIENT_ID', 'KICK_CLIENT_SECRET', 'KICK_AUTH_URL', 'KICK_API_URL']
const env = Object.fromEntries(keys.map((name) => [name, sandbox.env[name]!]))
const ctx = await forFile(createTestContext('postgres', env))
let poster: ChatPoster
let connection: ConnectionRow
let name: string

beforeEach(async () => {
  poster = openPoster()
  name = `mira_${randomBytes(4).toString('hex')}`
  const { uid } = await buildCreator(ctx.db)
  connection = await connectKickChannel({ ...ctx, sandbox }, uid, name)
})
afterEach(async () => {
  await control(sandbox, '/kick/control/faults/clear')
  await ctx.db.deleteFrom('botBudget').execute()
})

function openPoster(timeoutMs?: number): ChatPoster {
  const { kick, secretsKey } = ctx.config
  return openKickPoster({ db: ctx.db, config: kick!, secretsKey, timeoutMs })
}

const fault = (fault_: string, more: object = {}) =>
  control(sandbox, '/kick/control/faults', { operation: 'chat', fault: fault_, ...more })
const refuse = (refuses: string) => control(sandbox, '/kick/control/chat', { name, refuses })
const readMessages = () => readTexts(sandbox, 'kick', name)

test('posts a message to the creator’s own chat', async () => {
  expect(await poster.ready(connection, false)).toMatchObject({ waitMs: 0 })
  expect(await poster.post(connection, 'Ada just tipped £7')).toBe('posted')
  expect(await readMessages()).toEqual(['Ada just tipped £7'])
})

test('a message of 500 characters is posted, a longer one refused', async () => {
  expect(await poster.post(connection, 'a'.repeat(500))).toBe('posted')
  await expect(poster.post(connection, 'a'.repeat(501))).rejects.toEqual(new GiveUpError('rejected'))
})

test.each([
  ['forbidden', 'noPermission'],
  ['drop', 'rejected'],
  ['no-bot', 'notFound'],
] as const)('a chat that refuses with "%s" is given up as %s', async (refuses, reason) => {
  await refuse(refuses)
  await expect(poster.post(connection, 'one')).rejects.toEqual(new GiveUpError(reason))
  expect(await readMessages()).toEqual([])
})

test('a token that Kick no longer accepts is renewed, and the new refresh token stored', async () => {
  await control(sandbox, '/kick/control/expire', { name })

  expect(await poster.post(connection, 'one')).toBe('posted')

  const renewed = await findConnection(ctx.db, connection.uid, 'kick')
  expect(renewed?.refreshTokenSealed).not.toBe(connection.refreshTokenSealed)
  await control(sandbox, '/kick/control/expire', { name })
  expect(await poster.post(renewed!, 'two')).toBe('posted')
  expect(await readMessages()).toEqual(['one', 'two'])
})

test('a revoked grant is given up as revoked and stored as lost access', async () => {
  await control(sandbox, '/kick/control/revoke', { name })
  await expect(poster.post(connection, 'one')).rejects.toEqual(new GiveUpError('revoked'))
  expect((await findConnection(ctx.db, connection.uid, 'kick'))?.accessLostAt).toBeInstanceOf(Date)
})

test('a wrong client secret of the operator ends no creator’s grant', async () => {
  await control(sandbox, '/kick/control/expire', { name })
  const { kick, secretsKey } = ctx.config
  const wrong = openKickPoster({ db: ctx.db, config: { ...kick!, clientSecret: 'wrong' }, secretsKey })

  await expect(wrong.post(connection, 'one')).rejects.toThrow('kick answered 401')

  expect((await findConnection(ctx.db, connection.uid, 'kick'))?.accessLostAt).toBeNull()
})

test('a grant without chat:write may not post', async () => {
  const { uid } = await buildCreator(ctx.db)
  const own = await connectKickChannel({ ...ctx, sandbox }, uid, `${name}_b`, ['user:read'])
  await expect(poster.post(own, 'one')).rejects.toEqual(new GiveUpError('noPermission'))
})

test.each(['drop-before', 'drop-after-commit', 'empty', 'html', 'status-500'])(
  'is unconfirmed after %s, and not sent again',
  async (of) => {
    await fault(of)
    await expect(poster.post(connection, 'one')).rejects.toEqual(new GiveUpError('unconfirmed'))
  },
)

test('503 may be retried', async () => {
  await fault('status-503')
  await expect(poster.post(connection, 'one')).rejects.toThrow('kick answered 503')
  expect(await poster.post(connection, 'one')).toBe('posted')
})

test('a message without a response in time is unconfirmed', async () => {
  await fault('slow', { delayMs: 2_000 })
  await expect(openPoster(200).post(connection, 'one')).rejects.toEqual(new GiveUpError('unconfirmed'))
})

test('after a 429 all chats wait as long as Kick says, in every process', async () => {
  await fault('rate-limited')
  await expect(poster.post(connection, 'one')).rejects.toEqual(new SlowDownError(7_000, 'destination'))
  expect((await openPoster().ready(connection, false)).waitMs).toBeGreaterThan(5_000)
})

test('after the quota of messages is used up, all chats wait', async () => {
  await fault('quota')
  const error: unknown = await poster.post(connection, 'one').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'SlowDownError', scope: 'destination' })
})

test('a burst waits within our own limits and breaks none of Kick’s', async () => {
  const posts = Array.from({ length: 8 }, (_, at) => poster.post(connection, `line ${at}`))
  const results = await Promise.allSettled(posts)

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const { violations } = await read<{ violations: object }>(sandbox, '/kick/control/state')
  expect(violations).toEqual({ chat: 0, app: 0 })
})
