import { byPlatform, chatPlatform } from '../../contract/chat/platforms.ts'
import { expect, test } from 'vitest'
import { chatTemplates } from '../../contract/chat/chat-message.ts'
import { saveConnection } from '../../db/queries/chat/connections.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { deleteBotOutage, saveBotOutage } from '../../db/queries/chat/bot-outages.ts'
import { recordChatOutcome } from '../../domain/chat/record-chat-outcome.ts'
import { startTestApp } from '../app.fixture.ts'
import type { TestApp } from '../app.fixture.ts'

async function connect({ db }: TestApp, uid: string) {
  for (const platform of ['twitch', 'youtube'] as const) {
    const tokens = { accessTokenSealed: 'a', refreshTokenSealed: 'r', accessExpiresAt: new Date() }
    const channel = { platformUserId: uid, channel: uid, email: 'mira@stream.test', scopes: 'chat' }
    await saveConnection(db, { uid, platform, ...channel, ...tokens })
  }
}

test('shows a refusal until a message is posted, and lost access until the creator connects again', async () => {
  await using app = await startTestApp()
  const { uid } = await buildCreator(app.db)
  const cookie = await app.signIn(uid)
  const read = async () => (await app.get('account/chat-health', cookie)).body
  const none = byPlatform(chatPlatform.options, () => null)
  const bots = {
    twitchBot: null,
    twitchModerator: null,
    twitchWay: null,
    twitchChannel: null as string | null,
    youtubeModerator: null,
    youtubeBot: null,
    youtubeLines: null,
  }
  const well = { ...none, ...bots, tests: none }
  const since = expect.stringMatching(/Z$/)

  expect(await read()).toEqual(well)
  await connect(app, uid)
  well.twitchChannel = uid
  await recordChatOutcome(app.db, uid, 'twitch', 'followersOnly')
  await recordChatOutcome(app.db, uid, 'youtube', 'notLive')
  expect(await read()).toEqual({
    ...well,
    twitch: { problem: 'followersOnly', since },
    youtube: { problem: 'notLive', since },
  })

  await saveBotOutage(app.db, 'twitch', 'grant')
  expect(await read()).toMatchObject({
    twitch: { problem: 'botUnavailable', since },
    youtube: { problem: 'notLive', since },
  })
  await deleteBotOutage(app.db, 'twitch', 'grant')

  await recordChatOutcome(app.db, uid, 'twitch', 'posted')
  await recordChatOutcome(app.db, uid, 'youtube', 'revoked')
  expect(await read()).toEqual({ ...well, youtube: { problem: 'revoked', since } })

  await recordChatOutcome(app.db, uid, 'youtube', 'posted')
  expect(await read()).toMatchObject({ youtube: { problem: 'revoked' } })
  await connect(app, uid)
  expect(await read()).toEqual(well)
})

test('stores a creator’s templates by platform, validates them, and resets them to the defaults', async () => {
  await using app = await startTestApp()
  const cookie = await app.signIn((await buildCreator(app.db)).uid)
  const read = async (platform: string) =>
    (await app.get(`account/chat-templates?platform=${platform}`, cookie)).body
  const save = (body: object) =>
    app.post('account/save-chat-templates', { platform: 'youtube', ...body }, cookie)
  const none = { goalTip: null, goalFunded: null, generalTip: null }
  const byTip = { minTip: 0, showsMessage: false, amountTemplates: [] }
  const long = `{user} ${'thanks '.repeat(40).trim()}`

  expect(await read('youtube')).toEqual({ ...none, ...byTip })
  const saved = await save({ ...none, goalTip: ' Cheers\n{user}! ', generalTip: chatTemplates.generalTip })
  expect(saved.status).toBe(200)
  expect(await read('youtube')).toEqual({ ...none, ...byTip, goalTip: 'Cheers {user}!' })
  expect(await read('twitch')).toEqual({ ...none, ...byTip })

  const refused = await save({ ...none, goalTip: '/ban {user}', goalFunded: long, generalTip: '{goal}' })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    fields: {
      goalTip: expect.stringMatching(/^Don’t start a message with/),
      goalFunded: expect.stringMatching(/^That’s too long/),
      generalTip: expect.stringMatching(/^General tips don’t go towards a goal/),
    },
  })
  expect(await read('youtube')).toEqual({ ...none, ...byTip, goalTip: 'Cheers {user}!' })
  expect((await save({ platform: 'twitch', ...none, goalFunded: long })).status).toBe(200)
  expect(await read('twitch')).toEqual({ ...none, ...byTip, goalFunded: long })

  expect((await save(none)).status).toBe(200)
  expect(await read('youtube')).toEqual({ ...none, ...byTip })
})

test('stores the smallest tip, messages by choice and templates from an amount on, and keeps what is not sent', async () => {
  await using app = await startTestApp()
  const cookie = await app.signIn((await buildCreator(app.db)).uid)
  const none = { goalTip: null, goalFunded: null, generalTip: null }
  const read = async () => (await app.get('account/chat-templates?platform=twitch', cookie)).body
  const save = (body: object) =>
    app.post('account/save-chat-templates', { platform: 'twitch', ...none, ...body }, cookie)
  const from = (amount: number, text = 'Wow {user}: {message}') => ({ kind: 'goalTip', from: amount, text })
  const own = { minTip: 500, showsMessage: true, amountTemplates: [from(1000), from(5000, '{user}!!!')] }

  expect((await save(own)).status).toBe(200)
  expect(await read()).toEqual({ ...none, ...own })
  expect((await save({ goalTip: '{user}: {message}' })).status).toBe(200)
  expect(await read()).toEqual({ ...none, ...own, goalTip: '{user}: {message}' })

  const refused = async (body: object) => {
    const { status, body: answer } = await save(body)
    return [status, Object.keys((answer as { fields?: object }).fields ?? {})]
  }
  expect(await refused({ showsMessage: false, amountTemplates: own.amountTemplates })).toEqual([
    400,
    ['amountTemplates.0'],
  ])
  expect(await refused({ amountTemplates: [from(1000), from(1000)] })).toEqual([400, ['amountTemplates']])
  for (const bad of [{ minTip: 50 }, { minTip: 5_000_100 }, { amountTemplates: [from(0)] }])
    expect((await save(bad)).status).toBe(400)
  expect(await read()).toMatchObject(own)

  expect((await save({ minTip: 0, showsMessage: false, amountTemplates: [] })).status).toBe(200)
  expect(await read()).toEqual({ ...none, minTip: 0, showsMessage: false, amountTemplates: [] })
})

test('blocks words in one spelling, up to a limit, and unblocks them', async () => {
  await using app = await startTestApp()
  const { uid } = await buildCreator(app.db)
  const cookie = await app.signIn(uid)
  const add = (word: string) => app.post('account/add-blocked-word', { word }, cookie)

  expect((await add('  Spoil*\n')).body).toEqual({ words: ['spoil*'] })
  expect((await add('ＳＰＯＩＬ*')).body).toEqual({ words: ['spoil*'] })
  expect((await add('the end')).body).toEqual({ words: ['spoil*', 'the end'] })
  for (const word of ['', '*', ' ! ', 'x'.repeat(51)]) expect((await add(word)).status).toBe(400)
  const removed = await app.post('account/remove-blocked-word', { word: 'SPOIL*' }, cookie)
  expect(removed.body).toEqual({ words: ['the end'] })

  const many = Array.from({ length: 199 }, (_, i) => ({ uid, word: `word ${i}` }))
  await app.db.insertInto('blockedWord').values(many).execute()
  const full = await add('one more')
  expect(full.status).toBe(400)
  expect(full.body).toMatchObject({
    fields: { word: 'You can add up to 200 words. Please remove one first.' },
  })
  expect((await add('the end')).status).toBe(200)
})

test('a test line waits for its chat, five times in five minutes, and only in a connected chat', async () => {
  await using app = await startTestApp()
  const { uid } = await buildCreator(app.db)
  const cookie = await app.signIn(uid)
  const send = async (platform: string) => (await app.post('account/chat-test', { platform }, cookie)).status

  expect(await send('twitch')).toBe(404)
  await connect(app, uid)
  for (let i = 1; i < 5; i++) expect(await send('twitch')).toBe(200)
  expect(await send('twitch')).toBe(429)
  expect(await send('youtube')).toBe(200)
  const { tests } = (await app.get('account/chat-health', cookie)).body as { tests: object }
  const waiting = { at: expect.stringMatching(/Z$/), end: 'waiting', reason: null }
  expect(tests).toEqual({
    ...byPlatform(chatPlatform.options, () => null),
    twitch: waiting,
    youtube: waiting,
  })
  expect((await app.get('account/chat-log', cookie)).body).toEqual({ entries: [] })
})
