/**
 * Tests our Twitch connection with Debian's InspIRCd and with the stand-in: an independent IRC client receives the same messages
 * from both.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatLimits, chatTemplates, renderChatMessage } from '../../contract/chat-message.ts'
import { openBridge } from '../../sandbox/conformance/irc/bridge.fixture.ts'
import { startInspircd } from '../../sandbox/conformance/irc/inspircd.fixture.ts'
import { joinAsObserver, type Observer } from '../../sandbox/conformance/irc/observer.fixture.ts'
import { findProgram } from '../../sandbox/conformance/programs.fixture.ts'
import { readConfig } from '../../domain/config.ts'
import { openTwitchOauth } from '../../domain/chat/twitch-oauth.ts'
import { connectTwitch } from './twitch-connection.ts'
import type { TwitchConnection } from './twitch-connection.ts'
import { control, openSandbox } from '../../sandbox/sandbox.fixture.ts'

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
  const environment = { DATABASE_URL: 'postgres://unused', SESSION_SECRET: '0'.repeat(64) }
  const config = readConfig({ ...environment, SECRETS_KEY: '0'.repeat(64), ...sandbox.env }).twitch!
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
