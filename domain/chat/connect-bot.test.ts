import { beforeAll, afterAll, expect, test } from 'vitest'
import { createTestDb } from '../../db/database.fixture.ts'
import type { TestDb } from '../../db/database.fixture.ts'
import { findBotAccount } from '../../db/queries/chat/bot-accounts.ts'
import { openSandbox, postForm } from '../../sandbox/sandbox.fixture.ts'
import { configFor } from '../config/config.fixture.ts'
import { botKeyOf, openBotToken } from './bot-token.ts'
import { BotRefusal } from './bot-connection.ts'
import type { Terminal } from './bot-connection.ts'
import { connectBot } from './connect-bot.ts'
import { openGoogleOauth } from './platforms/youtube/oauth.ts'
import { openReturnListener } from './return-listener.ts'
import { openTwitchOauth } from './platforms/twitch/oauth.ts'

let db: TestDb
let sandbox: Awaited<ReturnType<typeof openSandbox>>

beforeAll(async () => {
  db = await createTestDb()
  sandbox = await openSandbox()
})
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]()
  await db?.[Symbol.asyncDispose]()
})

/** An installation whose bots have no token yet. */
const configOf = (changes: NodeJS.ProcessEnv = {}) =>
  configFor({
    ...sandbox.env,
    TWITCH_BOT_REFRESH_TOKEN: 'stored',
    YOUTUBE_BOT_REFRESH_TOKEN: 'stored',
    ...changes,
  })

interface Operator {
  /** Opens the address that the command printed, and consents. */
  consent(address: string): Promise<unknown>
}

/** Runs the command with an operator who acts on the printed address; returns what was printed, or the refusal. */
async function run(platform: 'twitch' | 'youtube', { consent }: Operator, changes: NodeJS.ProcessEnv = {}) {
  const lines: string[] = []
  const config = configOf(changes)
  const terminal: Terminal = {
    show(line) {
      lines.push(line)
      const address = /^ {2}(http\S+)/m.exec(line)?.[1]
      if (address) void consent(address)
    },
    openReturn: () => openReturnListener(0),
    wait: () => new Promise((resolve) => void setTimeout(resolve, 20)),
  }
  const refusal = await connectBot({ db: db.db, config }, platform, terminal).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof BotRefusal) return error.message
      throw error
    },
  )
  return { text: lines.join('\n'), refusal, config }
}

const asTwitchUser = (login: string): Operator => ({
  async consent(address) {
    const deviceCode = new URL(address).searchParams.get('device-code')!
    expect(await (await fetch(address)).text()).toContain('chat:read, chat:edit')
    await postForm(address, { 'device-code': deviceCode, login })
  },
})

test('Twitch’s bot is connected by its device code, and the workers then use the stored token', async () => {
  const { text, refusal, config } = await run('twitch', asTwitchUser('brimfulbot'))

  expect(refusal).toBeUndefined()
  expect(text).toContain('Connected as brimfulbot.')
  expect(text).toContain('/mod brimfulbot')
  const bot = { platform: 'twitch', configured: 'stored' } as const
  expect(await findBotAccount(db.db, botKeyOf(bot))).toMatchObject({ name: 'brimfulbot' })
  const { refresh, describe } = openTwitchOauth(config.twitch!)
  const token = await openBotToken({ db: db.db, secretsKey: config.secretsKey, ...bot, refresh }).get()
  expect(await describe(token)).toMatchObject({
    login: 'brimfulbot',
    scopes: ['chat:read', 'chat:edit', 'user:bot', 'user:write:chat', 'user:read:moderated_channels'],
  })
  await expectSecret(text)
})

test('another account of Twitch is refused, and the stored token stays', async () => {
  const before = await db.db.selectFrom('botGrant').selectAll().execute()
  await postForm(`${sandbox.url}/twitch/oauth2/authorize`, {
    client_id: sandbox.env.TWITCH_CLIENT_ID!,
    redirect_uri: 'http://localhost/',
    response_type: 'code',
    scope: '',
    decision: 'authorize',
    newLogin: 'ada',
  })

  const { refusal } = await run('twitch', asTwitchUser('ada'))

  expect(refusal).toBe('That was ada: log in as brimfulbot, or correct TWITCH_BOT_USERNAME.')
  expect(await db.db.selectFrom('botGrant').selectAll().execute()).toEqual(before)
})

const asBot = { newTitle: 'Brimful Bot' }

/** Presses a button of the stand-in's consent page and follows the redirect, as the browser does. */
const onGoogle = (form: Record<string, string>, change = (returned: string) => returned): Operator => ({
  async consent(address) {
    const query = Object.fromEntries(new URL(address).searchParams)
    const { scope: granted = '' } = query
    const response = await postForm(address, { ...query, decision: 'allow', granted, ...form })
    await fetch(change(response.headers.get('location')!))
  },
})

test('YouTube’s bot is connected through a listener on this machine, with PKCE', async () => {
  const { text, refusal, config } = await run('youtube', onGoogle(asBot))

  expect(refusal).toBeUndefined()
  expect(text).toContain('code_challenge_method=S256')
  expect(text).toContain('Connected as “Brimful Bot”, https://www.youtube.com/channel/UC')
  const bot = { platform: 'youtube', configured: 'stored' } as const
  expect(await findBotAccount(db.db, botKeyOf(bot))).toEqual({
    accountId: expect.stringMatching(/^UC/),
    name: 'Brimful Bot',
  })
  const oauth = openGoogleOauth(config.youtube!)
  const token = openBotToken({ db: db.db, secretsKey: config.secretsKey, ...bot, refresh: oauth.refresh })
  expect(await oauth.findChannel(await token.get())).toMatchObject({ title: 'Brimful Bot' })
  await expectSecret(text)
})

test('a cancelled consent, one without the scope, and the return of another attempt are refused', async () => {
  const refusalOf = async (operator: Operator) => (await run('youtube', operator)).refusal

  expect(await refusalOf(onGoogle({ ...asBot, decision: 'deny' }))).toBe(
    'The consent was not given (access_denied).',
  )
  expect(await refusalOf(onGoogle(asBot, (url) => url.replace(/state=[^&]+/, 'state=other')))).toBe(
    'That address belongs to another attempt: run the command again.',
  )
  expect(await refusalOf(onGoogle({ ...asBot, granted: 'openid' }))).toBe(
    'The consent lacks https://www.googleapis.com/auth/youtube.force-ssl: give all of it.',
  )
})

test('a platform that is off is named with its variables', async () => {
  const nobody: Operator = { consent: () => Promise.reject(new Error('nothing to consent to')) }
  expect((await run('youtube', nobody, { YOUTUBE_BOT_REFRESH_TOKEN: '' })).refusal).toMatch(
    /^YouTube is off: set YOUTUBE_BOT_REFRESH_TOKEN\./,
  )
  expect((await run('twitch', nobody, { TWITCH_CLIENT_ID: '' })).refusal).toMatch(
    /^Twitch is off: set TWITCH_CLIENT_ID/,
  )
})

/** Expects that no token is in a text, and that the database has them only sealed. */
async function expectSecret(text: string): Promise<void> {
  const grants = await db.db.selectFrom('botGrant').select('refreshTokenSealed').execute()
  for (const { refreshTokenSealed } of grants) expect(text).not.toContain(refreshTokenSealed)
  for (const secret of [
    sandbox.env.TWITCH_CLIENT_SECRET!,
    sandbox.env.GOOGLE_CLIENT_SECRET!,
    'ya29.',
    '1//0',
  ])
    expect(text + JSON.stringify(grants)).not.toContain(secret)
}
