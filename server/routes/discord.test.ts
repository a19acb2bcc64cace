import { expect, test } from 'vitest'
import { findConnection } from '../../db/queries/chat/connections.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { recordChatOutcome } from '../../domain/chat/record-chat-outcome.ts'
import { control, openSandbox } from '../../sandbox/sandbox.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

const sandbox = await forFile(openSandbox())
const app = await forFile(startTestApp(sandbox.env))

const controlDiscord = <T>(path: string, body: object) =>
  control<T>(sandbox, `/discord/control/${path}`, body)

async function buildVisitor() {
  const { uid } = await buildCreator(app.db)
  const cookie = await app.signInConfirmed(uid)
  return {
    uid,
    status: async () => (await app.get('account/discord/status', cookie)).body,
    health: async () => ((await app.get('account/chat-health', cookie)).body as { discord: unknown }).discord,
    connect: (address: string) => app.post('account/discord/connect', { address }, cookie),
    disconnect: () => app.post('account/discord/disconnect', {}, cookie),
  }
}

test('connects, reports as gone, replaces and disconnects a webhook', async () => {
  const creator = await buildVisitor()
  const { url, token } = await controlDiscord<{ url: string; token: string }>('webhooks', { channel: 'kiln' })

  const connected = await creator.connect(` ${url} `)
  expect(connected.body).toEqual({ connected: true, name: 'Tips' })
  expect(await creator.status()).toEqual({ connected: true, name: 'Tips' })
  const { accessTokenSealed } = (await findConnection(app.db, creator.uid, 'discord'))!
  expect(accessTokenSealed).not.toContain(token)

  await recordChatOutcome(app.db, creator.uid, 'discord', 'revoked')
  expect(await creator.health()).toMatchObject({ problem: 'revoked' })

  const again = await controlDiscord<{ url: string }>('webhooks', { channel: 'kiln' })
  await creator.connect(again.url)
  expect(await creator.health()).toBeNull()
  await creator.disconnect()
  expect(await creator.status()).toEqual({ connected: false, name: null })
  expect(app.logged()).not.toContain(token)
})

test.each([
  'a webhook',
  `https://evil.example/api/webhooks/1234567890123456789/${'a'.repeat(68)}`,
  `https://discord.com/api/webhooks/1234567890123456789/${'a'.repeat(68)}`,
])('%s is not Discord’s here, and is refused beside its field', async (address) => {
  const creator = await buildVisitor()

  const refused = await creator.connect(address)

  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    fields: { address: expect.stringMatching(/^That’s not a Discord webhook URL/) },
  })
  expect(await creator.status()).toEqual({ connected: false, name: null })
})

test('refuses a webhook unknown to Discord, and changes nothing while Discord is away', async () => {
  const creator = await buildVisitor()
  const { url } = await controlDiscord<{ url: string }>('webhooks', { channel: 'wheel' })
  await creator.connect(url)

  const unknown = await creator.connect(url.replace(/[\w-]{60}$/, 'x'.repeat(60)))
  expect(unknown.body).toMatchObject({
    fields: { address: expect.stringMatching(/^That webhook no longer exists/) },
  })

  await controlDiscord('faults', { operation: 'find', fault: 'status-503' })
  expect((await creator.connect(url)).status).toBe(502)
  expect(await creator.status()).toEqual({ connected: true, name: 'Tips' })
})
