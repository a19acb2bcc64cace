/** How the role table asks for what belongs to an account: itself, its notifications, platforms, chatbot and stream. For tests. */
import type { Platform } from '../../contract/entities.ts'
import type { Role, RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Ask, Asks } from './case.fixture.ts'
import { equals, has, lacks, like } from './expectations.fixture.ts'
import { privateMessage } from './world.fixture.ts'
import type { House } from './world.fixture.ts'

const unlike = { receiveAllTips: false, receiveGoalFunded: false, receiveGeneralTips: true }

/** Each asks for the asker's own; what is the creator's moves for the creator alone. */
export const ownAsks = {
  'GET /api/v1/account/profile': (house, role) =>
    get('account/profile', (body) => {
      const { uid, email } = house.accountOf(role)!
      like(body, { uid, email })
    }),
  'GET /api/v1/account/get-notification-preferences': (_, role) =>
    get('account/get-notification-preferences', (body) =>
      equals(body, { receiveAllTips: role !== 'creator', receiveGoalFunded: true }),
    ),
  'POST /api/v1/account/update-notification-preference': (house, role) => ({
    ...post('account/update-notification-preference', { ReceiveGoalFunded: false }),
    async effect() {
      const rows = await house.db.selectFrom('notificationPreference').selectAll().execute()
      const changed = rows.filter(({ receiveGoalFunded }) => !receiveGoalFunded).map(({ uid }) => uid)
      has(changed, house.accountOf(role)!.uid)
      if (role !== 'creator') lacks(changed, house.creator.uid)
    },
  }),
  'GET /api/v1/account/notifications': (house, role) =>
    get('account/notifications', (body) => {
      const lines = role === 'creator' ? [{ id: house.notificationId, message: privateMessage }] : []
      like(body, { notifications: lines, unread: lines.length })
      equals(JSON.stringify(body).includes(privateMessage), role === 'creator')
    }),
  'POST /api/v1/account/read-notifications': (house, role) => readNotifications(house, role, {}),
  'POST /api/v1/account/read-notifications | of the creator, by id': (house, role) =>
    readNotifications(house, role, { ids: [house.notificationId] }),

  'GET /api/v1/account/twitch/status': (house, role) => statusOf(house, role, 'twitch'),
  'GET /api/v1/account/youtube/status': (house, role) => statusOf(house, role, 'youtube'),
  'POST /api/v1/account/twitch/disconnect': (house, role) => disconnect(house, role, 'twitch'),
  'POST /api/v1/account/youtube/disconnect': (house, role) => disconnect(house, role, 'youtube'),
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
  'POST /api/v1/account/settings/chatbot': (house, role) => ({
    ...post('account/settings/chatbot', { platform: 'youtube', ...unlike }),
    async effect() {
      const { uid } = house.accountOf(role)!
      const uids = [uid, house.creator.uid]
      const rows = await house.db.selectFrom('chatbotSettings').selectAll().where('uid', 'in', uids).execute()
      equals(rows, [{ uid, platform: 'youtube', ...unlike }])
    },
  }),

  'POST /api/v1/goals/test-alert': (house, role) =>
    testAlert(house, house.accountOf(role)?.uid ?? house.creator.uid),
  'POST /api/v1/goals/test-alert | on the creator’s stream': (house) => testAlert(house, house.creator.uid),
} as const satisfies Partial<Asks<RouteCase>>

function readNotifications({ db, notificationId }: House, role: Role, body: object): Ask {
  return {
    ...post('account/read-notifications', body),
    async effect() {
      const { readAt } = await db
        .selectFrom('notification')
        .select('readAt')
        .where('id', '=', notificationId)
        .executeTakeFirstOrThrow()
      equals(readAt !== null, role === 'creator')
    },
  }
}

function statusOf({ creator }: House, role: Role, platform: Platform): Ask {
  const isConnected = role === 'creator'
  return get(`account/${platform}/status`, (body) =>
    equals(body, { connected: isConnected, email: isConnected ? creator.email : null }),
  )
}

function disconnect({ db, creator }: House, role: Role, platform: Platform): Ask {
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

function testAlert({ db, creator, otherCreator }: House, userUID: string): Ask {
  const body = { userUID, donorName: 'TestUser', amount: 5, currency: 'gbp', goalTitle: 'Test Goal' }
  return {
    ...post('goals/test-alert', body),
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
