import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConnectionRow } from '../../../db/schema.ts'
import { buildCreator, buildGoal } from '../../../db/builders.fixture.ts'
import { tokenContext, unseal } from '../../../domain/security/sealing.ts'
import { GiveUpError, SlowDownError } from '../../errors.ts'
import { startWorkers } from '../../start-workers.ts'
import { forFile } from '../../../db/for-file.fixture.ts'
import { captureTip } from '../../../domain/payments/ledger/ledger.fixture.ts'
import { createTestContext, publish } from '../../workers.fixture.ts'
import { listPendingMessages } from '../../../db/queries/chat/pending-messages.ts'
import { leaseDeliveries } from '../../../db/queries/deliveries/deliveries.ts'
import { takeLease } from '../../../db/queries/leases.ts'
import { tipEventsProcessor } from '../../processors/tip-events.ts'
import { tipsIn } from '../burst.fixture.ts'
import { startChats } from '../start-chats.ts'
import { openDiscordPoster } from './poster.ts'
import type { ChatPoster } from '../poster.ts'
import { connectDiscordChannel, readTexts } from '../connections.fixture.ts'
import { control, openSandbox, read } from '../../../sandbox/sandbox.fixture.ts'

const sandbox = await forFile(openSandbox())
const ctx = await forFile(createTestContext('postgres', { DISCORD_API_URL: sandbox.env.DISCORD_API_URL! }))
let poster: ChatPoster
let connection: ConnectionRow
let channel: string

beforeEach(async () => {
  poster = openPoster()
  channel = `tips-${randomBytes(4).toString('hex')}`
  const { uid } = await buildCreator(ctx.db)
  connection = await connectDiscordChannel({ ...ctx, sandbox }, uid, channel)
})
afterEach(() => control(sandbox, '/discord/control/faults/clear'))

function openPoster(timeoutMs?: number): ChatPoster {
  const { discord, secretsKey } = ctx.config
  return openDiscordPoster({ db: ctx.db, config: discord!, secretsKey, timeoutMs })
}

const fault = (name: string, more: object = {}) =>
  control(sandbox, '/discord/control/faults', { operation: 'write', fault: name, ...more })

const readMessages = () => readTexts(sandbox, 'discord', channel)

test('posts a message that notifies nobody', async () => {
  expect(await poster.ready(connection, false)).toMatchObject({ waitMs: 0 })
  expect(await poster.post(connection, '@everyone just tipped £7')).toBe('posted')
  expect(await readMessages()).toEqual(['@everyone just tipped £7'])
})

test('gives up as revoked when the webhook was deleted', async () => {
  await control(sandbox, '/discord/control/delete', { channel })
  await expect(poster.post(connection, 'one')).rejects.toEqual(new GiveUpError('revoked'))
})

test.each([
  ['missing-permissions', new GiveUpError('noPermission')],
  ['blocked-text', new GiveUpError('rejected')],
  ['drop-before', new GiveUpError('unconfirmed')],
  ['drop-after-commit', new GiveUpError('unconfirmed')],
  ['empty', new GiveUpError('unconfirmed')],
  ['status-500', new GiveUpError('unconfirmed')],
])('gives up after %s', async (name, error) => {
  await fault(name)
  await expect(poster.post(connection, 'one')).rejects.toEqual(error)
})

test('503 may be retried', async () => {
  await fault('status-503')
  await expect(poster.post(connection, 'one')).rejects.toEqual(new Error('discord answered 503'))
})

test('a message without a response in time is unconfirmed', async () => {
  await fault('slow', { delayMs: 2_000 })
  await expect(openPoster(200).post(connection, 'one')).rejects.toEqual(new GiveUpError('unconfirmed'))
  expect(await readMessages()).toEqual(['one'])
})

test('after a 429 the channel waits as long as Discord says, after a global one all channels', async () => {
  await fault('rate-limited')
  const shared: unknown = await poster.post(connection, 'one').catch((error: unknown) => error)
  expect(shared).toBeInstanceOf(SlowDownError)
  expect(shared).toMatchObject({ scope: 'delivery' })
  expect((shared as SlowDownError).milliseconds).toBeGreaterThanOrEqual(1_500)
  expect(await poster.ready(connection, true)).toMatchObject({ messages: 0 })

  await fault('rate-limited-global')
  await expect(openPoster().post(connection, 'two')).rejects.toMatchObject({ scope: 'destination' })
  expect(await readMessages()).toEqual([])
})

test('a closed poster sends nothing', async () => {
  await poster.close()
  await expect(poster.post(connection, 'one')).rejects.toBeInstanceOf(SlowDownError)
  expect(await readMessages()).toEqual([])
})

test('thirty tips at once share a few messages, all are announced, and Discord refuses none', async () => {
  const { uid, userName } = await buildCreator(ctx.db)
  const { goalId } = await buildGoal(ctx.db, uid, { amountMinor: 9_000_00 })
  connection = await connectDiscordChannel({ ...ctx, sandbox }, uid, channel)
  const before = await violations()
  const workers = await startWorkers(ctx)
  const tips = await Promise.all(
    Array.from({ length: 30 }, (_, i) => captureTip(ctx.db, uid, { goalId, supporterName: `Fan ${i}` })),
  )
  for (const { eventIds } of tips) await publish(ctx.queues, eventIds)

  const readEnds = async () => (await statuses(uid)).filter((status) => !['due', 'leased'].includes(status))
  await expect.poll(readEnds).toHaveLength(30)
  await workers.close()

  const ends = await readEnds()
  const messages = await readMessages()
  expect(ends.filter((status) => status === 'sent')).toHaveLength(messages.length)
  expect(ends.filter((status) => status === 'coalesced')).toHaveLength(30 - messages.length)
  expect(messages.length).toBeLessThan(12)
  expect(messages.join('\n')).toContain(`/${userName}/current-goals/${goalId}`)
  expect(await violations()).toEqual(before)
  const token = unseal(
    ctx.config.secretsKey,
    connection.accessTokenSealed,
    tokenContext(uid, 'discord', 'access'),
  )
  expect(JSON.stringify(ctx.lines)).not.toContain(token)
})

test('every process sends each tip once and within one limit, also without the lease', async () => {
  const { uid } = await buildCreator(ctx.db)
  const { goalId } = await buildGoal(ctx.db, uid, { amountMinor: 9_000_00 })
  await connectDiscordChannel({ ...ctx, sandbox }, uid, channel)
  await takeLease(ctx.db, 'discord', randomUUID(), 60_000)
  for (let i = 0; i < 12; i++) {
    const { eventIds } = await captureTip(ctx.db, uid, { goalId, supporterName: `Fan ${i}` })
    await tipEventsProcessor(ctx, new Set(['chat-discord']))(
      { eventId: eventIds[0]! },
      { name: 'tip-events' },
    )
  }
  const processes = Array.from({ length: 3 }, () => startChats(ctx))

  await expect.poll(() => statuses(uid)).not.toContain('due')
  await Promise.all(processes.map((one) => one.close()))

  const ends = await statuses(uid)
  const messages = await readMessages()
  expect(ends.filter((status) => status === 'sent')).toHaveLength(messages.length)
  expect(messages.reduce((sum, text) => sum + tipsIn(text), 0)).toBe(12)
})

test('a process that starts leaves alone what another one is sending', async () => {
  const [sending, other] = [await buildCreator(ctx.db), await buildCreator(ctx.db)]
  for (const { uid } of [sending, other]) {
    await connectDiscordChannel({ ...ctx, sandbox }, uid, `${channel}-${uid.slice(0, 8)}`)
    const { goalId } = await buildGoal(ctx.db, uid, { amountMinor: 9_000_00 })
    const { eventIds } = await captureTip(ctx.db, uid, { goalId })
    await tipEventsProcessor(ctx, new Set(['chat-discord']))(
      { eventId: eventIds[0]! },
      { name: 'tip-events' },
    )
  }
  const pending = await listPendingMessages(ctx.db, 'chat-discord', sending.uid)
  await leaseDeliveries(
    ctx.db,
    pending.map(({ id }) => id),
    600_000,
  )

  const chats = startChats(ctx)
  await expect.poll(() => statuses(other.uid)).toEqual(['sent'])
  await chats.close()

  expect(await statuses(sending.uid)).toEqual(['leased'])
})

async function violations(): Promise<object> {
  return (await read<{ violations: object }>(sandbox, '/discord/control/state')).violations
}

async function statuses(uid: string): Promise<string[]> {
  const query = ctx.db.selectFrom('delivery').select('status').where('creatorUid', '=', uid)
  return (await query.where('destination', '=', 'chat-discord').execute()).map(({ status }) => status)
}
