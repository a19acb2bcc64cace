/**
 * Requests for an account's own profile, notifications, platforms, chatbot and stream that `role-table.test.ts` sends as each
 * role.
 */
import type { Platform } from '../../contract/entities.ts'
import { readAt } from '../../db/queries/notifications.ts'
import type { Role } from '../outcomes.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Attempt, Cases } from './case.fixture.ts'
import { equals, has, lacks, like } from './expectations.fixture.ts'
import { privateMessage } from './world.fixture.ts'
import type { World } from './world.fixture.ts'

const unlike = { receiveAllTips: false, receiveGoalFunded: false, receiveGeneralTips: true }

/**
 * Each request reads or changes only the sender's own account. So the checks expect that the creator's data changes only when the
 * creator is the sender.
 */
export const ownCases = {
  'GET /api/v1/account/profile': (world, role) =>
    get('account/profile', (body) => {
      const { uid, email } = world.accountOf(role)!
      like(body, { uid, email })
    }),
  'GET /api/v1/account/get-notification-preferences': (_, role) =>
    get('account/get-notification-preferences', (body) =>
      equals(body, { receiveAllTips: role !== 'creator', receiveGoalFunded: true }),
    ),
  'POST /api/v1/account/update-notification-preference': (world, role) => ({
    ...post('account/update-notification-preference', { ReceiveGoalFunded: false }),
    async effect() {
      const rows = await world.db.selectFrom('notificationPreference').selectAll().execute()
      const changed = rows.filter(({ receiveGoalFunded }) => !receiveGoalFunded).map(({ uid }) => uid)
      has(changed, world.uidOf(role))
      if (role !== 'creator') lacks(changed, world.creator.uid)
    },
  }),
  'GET /api/v1/account/notifications': (world, role) =>
    get('account/notifications', (body) => {
      const lines = role === 'creator' ? [{ id: world.tip.notificationId, message: privateMessage }] : []
      like(body, { notifications: lines, unread: lines.length })
      equals(JSON.stringify(body).includes(privateMessage), role === 'creator')
    }),
  'POST /api/v1/account/read-notifications': (world, role) => readNotifications(world, role, {}),
  'POST /api/v1/account/read-notifications | of the creator, by id': (world, role) =>
    readNotifications(world, role, { ids: [world.tip.notificationId] }),

  'GET /api/v1/account/twitch/status': (world, role) => statusOf(world, role, 'twitch'),
  'GET /api/v1/account/youtube/status': (world, role) => statusOf(world, role, 'youtube'),
  'POST /api/v1/account/twitch/disconnect': (world, role) => disconnect(world, role, 'twitch'),
  'POST /api/v1/account/youtube/disconnect': (world, role) => disconnect(world, role, 'youtube'),
  'GET /api/v1/account/get/chatbotsettings': async ({ db, creator }, role) => {
    await db
      .insertInto('chatbotSettings')
      .values({ uid: creator.uid, platform: 'twitch', ...unlike })
      .execute()
    const usual = { receiveAllTips: true, receiveGoalFunded: true, receiveGeneralTips: false }
    return get('account/get/chatbotsettings?platform=twitch', (body) =>
      equals(body, role === 'creator' ? unlike : usual),
    )
  },
  'POST /api/v1/account/settings/chatbot': (world, role) => ({
    ...post('account/settings/chatbot', { platform: 'youtube', ...unlike }),
    async effect() {
      const uid = world.uidOf(role)
      const uids = [uid, world.creator.uid]
      const rows = await world.db.selectFrom('chatbotSettings').selectAll().where('uid', 'in', uids).execute()
      equals(rows, [{ uid, platform: 'youtube', ...unlike, minTipMinor: 0, showsMessage: false }])
    },
  }),

  'POST /api/v1/goals/sample-alert': (world, role) => sampleAlert(world, world.uidOf(role)),
  'POST /api/v1/goals/test-alert': (world, role) => testAlert(world, world.uidOf(role)),
  'POST /api/v1/goals/test-alert | on the creator’s stream': (world) => testAlert(world, world.creator.uid),
} as const satisfies Partial<Cases<RouteCase>>

function readNotifications({ db, tip }: World, role: Role, body: object): Attempt {
  return {
    ...post('account/read-notifications', body),
    async effect() {
      const row = await db
        .selectFrom('notification')
        .innerJoin('account', 'account.uid', 'notification.uid')
        .select(readAt.as('readAt'))
        .where('notification.id', '=', tip.notificationId)
        .executeTakeFirstOrThrow()
      equals(row.readAt !== null, role === 'creator')
    },
  }
}

function statusOf({ creator }: World, role: Role, platform: Platform): Attempt {
  const isConnected = role === 'creator'
  return get(`account/${platform}/status`, (body) =>
    equals(body, { connected: isConnected, email: isConnected ? creator.email : null }),
  )
}

function disconnect({ db, creator }: World, role: Role, platform: Platform): Attempt {
  return {
    ...post(`account/${platform}/disconnect`, {}),
    async effect() {
      const left = await db
        .selectFrom('platformConnection')
        .select('platform')
        .where('uid', '=', creator.uid)
        .execute()
      const gone = ['twitch', 'youtube'].filter((name) => !left.some((row) => row.platform === name))
      equals(gone, role === 'creator' ? [platform] : [])
    },
  }
}

function testAlert(world: World, userUID: string): Attempt {
  const body = { userUID, donorName: 'TestUser', amount: 5, currency: 'gbp', goalTitle: 'Test Goal' }
  return sendsAlert(world, userUID, post('goals/test-alert', body))
}

function sampleAlert(world: World, userUID: string): Attempt {
  return sendsAlert(world, userUID, post('goals/sample-alert', { kind: 'emoji' }))
}

function sendsAlert({ db, creator, otherCreator }: World, userUID: string, attempt: Attempt): Attempt {
  return {
    ...attempt,
    async effect() {
      const events = await db
        .selectFrom('outbox')
        .select('creatorUid')
        .where('type', '=', 'alert.tested')
        .where('creatorUid', 'in', [creator.uid, otherCreator.uid])
        .execute()
      equals(events, [{ creatorUid: userUID }])
    },
  }
}
