import { expect, test } from 'vitest'
import { chatTemplates } from '../../contract/chat-message.ts'
import { saveConnection } from '../../db/queries/connections.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
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
  const well = { twitch: null, youtube: null, discord: null, twitchBot: null }
  const since = expect.stringMatching(/Z$/)

  expect(await read()).toEqual(well)
  await connect(app, uid)
  await recordChatOutcome(app.db, uid, 'twitch', 'followersOnly')
  await recordChatOutcome(app.db, uid, 'youtube', 'notLive')
  expect(await read()).toEqual({
    ...well,
    twitch: { problem: 'followersOnly', since },
    youtube: { problem: 'notLive', since },
  })

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
  const long = `{user} ${'thanks '.repeat(40).trim()}`

  expect(await read('youtube')).toEqual(none)
  const saved = await save({ ...none, goalTip: ' Cheers\n{user}! ', generalTip: chatTemplates.generalTip })
  expect(saved.status).toBe(200)
  expect(await read('youtube')).toEqual({ ...none, goalTip: 'Cheers {user}!' })
  expect(await read('twitch')).toEqual(none)

  const refused = await save({ ...none, goalTip: '/ban {user}', goalFunded: long, generalTip: '{goal}' })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    fields: {
      goalTip: expect.stringMatching(/^Don’t start a message with/),
      goalFunded: expect.stringMatching(/^That’s too long/),
      generalTip: expect.stringMatching(/^General tips don’t go towards a goal/),
    },
  })
  expect(await read('youtube')).toEqual({ ...none, goalTip: 'Cheers {user}!' })
  expect((await save({ platform: 'twitch', ...none, goalFunded: long })).status).toBe(200)
  expect(await read('twitch')).toEqual({ ...none, goalFunded: long })

  expect((await save(none)).status).toBe(200)
  expect(await read('youtube')).toEqual(none)
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
