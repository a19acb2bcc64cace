/**
 * Tests our Twitch connection with Debian's InspIRCd and with the stand-in: an independent IRC client receives the same messages
 * from both.
 */
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatLimits, chatTemplates, renderChatMessage } from '../../../contract/chat/chat-message.ts'
import { openBridge } from '../../../sandbox/conformance/irc/bridge.fixture.ts'
import { startInspircd } from '../../../sandbox/conformance/irc/inspircd.fixture.ts'
import { joinAsObserver, type Observer } from '../../../sandbox/conformance/irc/observer.fixture.ts'
import { findProgram } from '../../../sandbox/conformance/programs.fixture.ts'
import { readConfig } from '../../../domain/config/config.ts'
import { openTwitchOauth } from '../../../domain/chat/platforms/twitch/oauth.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { GiveUpError } from '../../errors.ts'
import { connectionRow } from '../connection-row.fixture.ts'
import { openTwitchPoster } from './poster.ts'
import { connectTwitch } from './connection.ts'
import type { TwitchConnection } from './connection.ts'
import { control, openSandbox } from '../../../sandbox/sandbox.fixture.ts'
import { makeSecretKeys } from '../../../domain/config/secret-keys.fixture.ts'

const channel = 'mira'
const url = 'https://brimful.example/mira'

interface Setup extends AsyncDisposable {
  connection: TwitchConnection
  witness: Observer
}

const hostileNames = [
  'Grace',
  `Eve\r\nPRIVMSG #${channel} :INJECTED`,
  `Eve\nPRIVMSG #${channel} :INJECTED`,
  `Eve\rPRIVMSG #${channel} :INJECTED`,
  `Eve\u2028PRIVMSG #${channel} :INJECTED`,
  'Eve\r\nQUIT :gone',
  'Eve\u0000 cut off here?',
  '/ban grace',
  ' \t/timeout grace 600',
  '.ban grace',
  '\\ban grace',
  '!points give eve 9000',
  '\u200B/ban grace',
  '\u0001ACTION waves\u0001',
  '\u202Eevil\u202C \u001B[31mred\u001B[0m',
  ':Eve',
  '@badges=broadcaster/1 :mira',
  ' \r\n ',
  'ß😀漢'.repeat(200),
  'x'.repeat(600),
]

const messages = hostileNames.map((user) =>
  renderChatMessage(
    chatTemplates.generalTip,
    { user, amountMinor: 500, currency: 'gbp', goal: '', url },
    chatLimits.twitch,
  ),
)

describe.each([
  ['InspIRCd', findProgram('inspircd', 'inspircd'), openInspircdSetup],
  ['the stand-in', { path: '', reason: '' }, openStandInSetup],
] as const)('on %s', (_, program, openSetup) => {
  let setup: Setup

  beforeAll(async () => {
    if (!program.reason) setup = await openSetup(program.path)
  })
  afterAll(() => setup?.[Symbol.asyncDispose]())

  test('an independent client receives each tip as exactly one harmless message', async ({ skip }) => {
    skip(program.reason !== '', program.reason)

    for (const [index, message] of messages.entries()) {
      await setup.connection.send(channel, message)
      await setup.connection.send(channel, `end ${index}`)
      const received = await setup.witness.readUntil(`end ${index}`)

      expect(received).toEqual([{ from: 'brimfulbot', to: `#${channel}`, text: message }])
      expect(received[0]!.text).not.toMatch(/^[\s/.!\\\u0001]|\p{Cc}|INJECTED$/u)
      expect(received[0]!.text).toContain(url)
    }
  })

  test('an independent client receives two messages when a name is not made safe', async ({ skip }) => {
    skip(program.reason !== '', program.reason)

    await setup.connection.send(channel, `Eve\r\nPRIVMSG #${channel} :INJECTED`)
    await setup.connection.send(channel, 'end raw')
    const received = await setup.witness.readUntil('end raw')

    expect(received.map(({ text }) => text)).toEqual(['Eve', 'INJECTED'])
  })
})

test('on InspIRCd, which sends no USERSTATE, the poster posts a tip once and calls it unconfirmed', async ({
  skip,
}) => {
  const program = findProgram('inspircd', 'inspircd')
  skip(program.reason !== '', program.reason)
  await using server = await startInspircd(program.path)
  await using bridge = await openBridge(server.dial)
  await using sandbox = await openSandbox()
  await using testDb = await createTestDb()
  const witness = await joinAsObserver(bridge.url, channel)
  const config = readTwitchConfig({ ...sandbox.env, TWITCH_CHAT_URL: bridge.url })
  const poster = openTwitchPoster({
    db: testDb.db,
    log: pino({ level: 'silent' }),
    config,
    secretsKey: makeSecretKeys(),
    timeouts: { connectMs: 10_000, joinMs: 300, sendMs: 300 },
  })

  await expect(poster.post(connectionTo(channel), 'Grace just tipped £7')).rejects.toEqual(
    new GiveUpError('unconfirmed'),
  )
  await expect(poster.post(connectionTo(channel), 'the end')).rejects.toMatchObject({ reason: 'unconfirmed' })

  expect((await witness.readUntil('the end')).map(({ text }) => text)).toEqual(['Grace just tipped £7'])
  await poster.close()
  witness.close()
})

function readTwitchConfig(env: Record<string, string | undefined>) {
  const environment = { DATABASE_URL: 'postgres://unused', SESSION_SECRET: '0'.repeat(64) }
  return readConfig({ ...environment, SECRETS_KEY: '0'.repeat(64), ...env }).twitch!
}

const connectionTo = (channel: string) => connectionRow({ channel })

/** An ordinary IRC server never confirms messages as Twitch does, so these tests do not wait for confirmation. */
const unconfirmed = { connectMs: 10_000, joinMs: 300, sendMs: 1 }

async function openInspircdSetup(path: string): Promise<Setup> {
  const server = await startInspircd(path)
  const bridge = await openBridge(server.dial)
  const witness = await joinAsObserver(bridge.url, channel)
  const address = { url: bridge.url, username: 'brimfulbot', token: async () => 'any', timeouts: unconfirmed }
  const connection = await connectTwitch(address)
  await connection.join(channel)
  return {
    connection,
    witness,
    async [Symbol.asyncDispose]() {
      await connection.close()
      witness.close()
      await bridge[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

async function openStandInSetup(): Promise<Setup> {
  const sandbox = await openSandbox()
  await control(sandbox, '/twitch/control/grant', { login: channel })
  await control(sandbox, '/twitch/control/clock', { scale: 100 })
  const config = readTwitchConfig(sandbox.env)
  const { accessToken } = await openTwitchOauth(config).refresh(config.botRefreshToken)
  const address = { url: config.chatUrl, username: config.botUsername, token: async () => accessToken }
  const witness = await joinAsObserver(config.chatUrl, channel)
  const connection = await connectTwitch(address)
  await connection.join(channel)
  return {
    connection,
    witness,
    async [Symbol.asyncDispose]() {
      await connection.close()
      witness.close()
      await sandbox.close()
    },
  }
}
