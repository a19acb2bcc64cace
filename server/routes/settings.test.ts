import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DisputeNotice, Notification } from '../../contract/entities.ts'
import { saveConnection } from '../../db/queries/chat/connections.ts'
import { buildCreator, buildGoal, buildSupporter } from '../../db/builders.fixture.ts'
import type { NewOrder } from '../../db/schema.ts'
import type { StoredTokens } from '../../domain/chat/connector.ts'
import { buildTip, captureTip, disputeOf } from '../../domain/payments/ledger/ledger.fixture.ts'
import { recordDispute } from '../../domain/payments/ledger/record-dispute.ts'
import { tellOfDisputes } from '../../domain/payments/refunds/tell-of-disputes.ts'
import { seal, tokenContext } from '../../domain/security/sealing.ts'
import { startTestApp } from '../app.fixture.ts'
import type { TestApp } from '../app.fixture.ts'

async function buildConnection({ db, ctx }: TestApp, uid: string, platform: 'twitch' | 'youtube') {
  const { secretsKey } = ctx.config
  await saveConnection(db, {
    uid,
    platform,
    platformUserId: '42',
    channel: 'miravale',
    email: 'mira@stream.test',
    scopes: 'chat',
    accessTokenSealed: seal(secretsKey, 'access-1', tokenContext(uid, platform, 'access')),
    refreshTokenSealed: seal(secretsKey, 'refresh-1', tokenContext(uid, platform, 'refresh')),
    accessExpiresAt: new Date(Date.now() + 3600_000),
  })
}

async function buildNotification({ db }: TestApp, uid: string, order: Partial<NewOrder>) {
  const { tipId, eventIds } = await captureTip(db, uid, order)
  await db.insertInto('notification').values({ uid, eventId: eventIds[0]!, kind: 'tip', tipId }).execute()
}

test('preferences are on by default and change one at a time', async () => {
  await using app = await startTestApp()
  const cookie = await app.signIn((await buildSupporter(app.db)).uid)
  const read = async () => (await app.get('account/get-notification-preferences', cookie)).body

  const before = await read()
  const first = await app.post('account/update-notification-preference', { ReceiveAllTips: false }, cookie)
  const between = await read()
  await app.post('account/update-notification-preference', { ReceiveGoalFunded: false }, cookie)
  await app.post('account/update-notification-preference', { ReceiveAllTips: true }, cookie)

  expect(before).toEqual({ receiveAllTips: true, receiveGoalFunded: true })
  expect(first.status).toBe(200)
  expect(between).toEqual({ receiveAllTips: false, receiveGoalFunded: true })
  expect(await read()).toEqual({ receiveAllTips: true, receiveGoalFunded: false })
})

test.each([
  [{}, 'ReceiveAllTips'],
  [{ ReceiveAllTips: 'yes' }, 'ReceiveAllTips'],
  [{ ReceiveAllTips: true, ReceiveGoalFunded: true }, 'ReceiveGoalFunded'],
  [{ receiveAllTips: true }, 'ReceiveAllTips'],
])('a preference change of %j is refused, and names the field', async (body, field) => {
  await using app = await startTestApp()
  const cookie = await app.signIn((await buildSupporter(app.db)).uid)

  const { status, body: refusal } = await app.post('account/update-notification-preference', body, cookie)
  expect(status).toBe(400)
  expect(Object.keys((refusal as { fields: object }).fields)[0]).toBe(field)
})

test('notifications contain private messages and no anonymous names', async () => {
  await using app = await startTestApp()
  const { uid } = await buildCreator(app.db)
  const goal = await buildGoal(app.db, uid)
  const cookie = await app.signIn(uid)
  await buildNotification(app, uid, { goalId: goal.goalId, isPrivate: true, message: 'Only you.' })
  await buildNotification(app, uid, { supporterName: 'Anonymous', isAnonymous: true, message: '' })
  await sql`update tip set currency = 'jpy', amount_minor = 1500, worth_minor = 776, worth_currency = 'gbp' where is_private`.execute(
    app.owner,
  )

  const { body } = await app.get('account/notifications', cookie)

  const { notifications, unread } = body as { notifications: Notification[]; unread: number }
  expect(unread).toBe(2)
  expect(notifications.map(({ id: _, at: _at, tipId: _tip, ...rest }) => rest)).toEqual([
    {
      kind: 'tip',
      isHeld: false,
      name: 'Anonymous',
      amount: 500,
      currency: 'gbp',
      worth: null,
      goalTitle: null,
      message: null,
      isPrivateMessage: false,
      isRead: false,
    },
    {
      kind: 'tip',
      isHeld: false,
      name: 'Grace',
      amount: 1500,
      currency: 'jpy',
      worth: { amount: 776, currency: 'gbp', isEstimate: true },
      goalTitle: 'A kiln for the clay season',
      message: 'Only you.',
      isPrivateMessage: true,
      isRead: false,
    },
  ])
})

test('marks own notifications as read, one by one or all at once', async () => {
  await using app = await startTestApp()
  const [mine, other] = [await buildCreator(app.db), await buildCreator(app.db)]
  for (let i = 0; i < 3; i++) await buildNotification(app, mine.uid, {})
  await buildNotification(app, other.uid, {})
  const cookie = await app.signIn(mine.uid)
  const rows = await app.db.selectFrom('notification').select(['id', 'uid']).execute()
  const [first] = rows.filter(({ uid }) => uid === mine.uid)
  const foreign = rows.find(({ uid }) => uid === other.uid)!

  const one = await app.post('account/read-notifications', { ids: [first!.id, foreign.id] }, cookie)
  const none = await app.post('account/read-notifications', { ids: [] }, cookie)
  const all = await app.post('account/read-notifications', {}, cookie)

  expect([one.body, none.body, all.body]).toEqual([{ unread: 2 }, { unread: 2 }, { unread: 0 }])
  expect((await app.get('account/notifications', await app.signIn(other.uid))).body).toMatchObject({
    unread: 1,
  })
})

test('notifications about disputes are counted and marked with the others, and only their own creator’s', async () => {
  await using app = await startTestApp()
  const [mine, other] = [await buildCreator(app.db), await buildCreator(app.db)]
  for (const { uid } of [mine, other]) {
    const tip = await buildTip(app.db, uid, { supporterName: 'Ada' })
    await recordDispute(
      app.db,
      disputeOf(tip, { disputeId: `D-${uid}`, respondBy: new Date(Date.now() + 9e8) }),
    )
  }
  await tellOfDisputes(app.ctx)
  await buildNotification(app, mine.uid, {})
  const cookie = await app.signIn(mine.uid)
  const list = async () =>
    (await app.get('account/notifications', cookie)).body as { disputes: DisputeNotice[] }

  const { disputes } = await list()
  expect(disputes).toMatchObject([
    { kind: 'open', name: 'Ada', amount: 1000, currency: 'gbp', isRead: false },
  ])
  expect(await list()).toMatchObject({ unread: 2, notifications: [{ kind: 'tip' }] })
  const ids = [disputes[0]!.id]
  const foreign = await app.signIn(other.uid)
  expect((await app.post('account/read-notifications', { ids }, foreign)).body).toEqual({ unread: 1 })
  expect((await app.post('account/read-notifications', { ids }, cookie)).body).toEqual({ unread: 1 })
  expect(await list()).toMatchObject({ unread: 1, disputes: [{ isRead: true }] })
  expect((await app.post('account/read-notifications', {}, foreign)).body).toEqual({ unread: 0 })
  expect((await app.get('account/notifications', foreign)).body).toMatchObject({
    disputes: [{ isRead: true }],
  })
})

test.each(['twitch', 'youtube'] as const)(
  '%s shows as connected until it is disconnected',
  async (platform) => {
    const revoked: StoredTokens[] = []
    await using app = await startTestApp({}, () => ({
      revokers: { [platform]: async (tokens: StoredTokens) => void revoked.push(tokens) },
    }))
    const { uid } = await buildCreator(app.db)
    const cookie = await app.signIn(uid)
    const status = async () => (await app.get(`account/${platform}/status`, cookie)).body

    const before = await status()
    await buildConnection(app, uid, platform)
    const connected = await status()
    const disconnected = await app.post(`account/${platform}/disconnect`, {}, cookie)
    const again = await app.post(`account/${platform}/disconnect`, {}, cookie)

    expect(before).toEqual({ connected: false, email: null })
    expect(connected).toEqual({ connected: true, email: 'mira@stream.test' })
    expect([disconnected.status, again.status]).toEqual([200, 200])
    expect(await status()).toEqual({ connected: false, email: null })
    expect(revoked).toEqual([
      { accessToken: 'access-1', refreshToken: 'refresh-1', accessExpiresAt: expect.any(Date) },
    ])
  },
)

test('disconnects a platform that refuses to revoke, and logs no token', async () => {
  await using app = await startTestApp({}, () => ({
    revokers: { twitch: () => Promise.reject(new Error('Twitch is away')) },
  }))
  const { uid } = await buildCreator(app.db)
  await buildConnection(app, uid, 'twitch')

  const { status } = await app.post('account/twitch/disconnect', {}, await app.signIn(uid))

  expect(status).toBe(200)
  expect(await app.db.selectFrom('platformConnection').selectAll().execute()).toEqual([])
  expect(app.logged()).toContain('Twitch is away')
  expect(app.logged()).not.toContain('access-1')
})

test('chatbot settings have defaults and are stored by platform', async () => {
  await using app = await startTestApp()
  const cookie = await app.signIn((await buildCreator(app.db)).uid)
  const read = async (platform: string) =>
    (await app.get(`account/get/chatbotsettings?platform=${platform}`, cookie)).body
  const toggles = { receiveAllTips: false, receiveGoalFunded: true, receiveGeneralTips: true }

  const before = await read('twitch')
  const saved = await app.post('account/settings/chatbot', { platform: 'twitch', ...toggles }, cookie)

  expect(before).toEqual({ receiveAllTips: true, receiveGoalFunded: true, receiveGeneralTips: false })
  expect(saved.status).toBe(200)
  expect(await read('twitch')).toEqual(toggles)
  expect(await read('youtube')).toEqual(before)
})

test('a failure of the chatbot settings is repeated as `error`', async () => {
  await using app = await startTestApp()
  const cookie = await app.signIn((await buildCreator(app.db)).uid)

  const wrong = await app.post('account/settings/chatbot', { platform: 'mixer' }, cookie)
  const broken = await app.post('account/settings/chatbot', '{', cookie)
  const stranger = await app.post('account/settings/chatbot', {})

  expect(wrong.body).toMatchObject({ code: 'invalid_input', error: 'Please check the marked fields.' })
  expect(broken.body).toMatchObject({ code: 'invalid_input', error: 'Please check the marked fields.' })
  expect(stranger.body).toMatchObject({ error: 'Session expired. Redirecting to login.' })
  expect((await app.get('account/get/chatbotsettings?platform=mixer', cookie)).status).toBe(400)
})
