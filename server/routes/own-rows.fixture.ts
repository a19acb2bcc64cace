/**
 * Requests for an account's own profile, notifications, platforms, chatbot and stream that `server/roles.test.ts` sends as each
 * role.
 */
import type { Platform } from '../../contract/chat/platforms.ts'
import { readAt } from '../../db/queries/notifications/notifications.ts'
import type { Role } from '../roles/outcomes.fixture.ts'
import { get, post, row } from '../roles/case.fixture.ts'
import type { Attempt, Rows } from '../roles/case.fixture.ts'
import { equals } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

/**
 * Each request reads or changes only the sender's own account. So the checks expect that the creator's data changes only when the
 * creator is the sender.
 */
export const ownRows: Rows = {
  'POST account/read-notifications | of the creator, by id': row({}, (world, role) =>
    readNotifications(world, role, { ids: [world.tip.notificationId] }),
  ),
  'GET account/twitch/status': row({}, (world, role) => statusOf(world, role, 'twitch')),
  'GET account/youtube/status': row({}, (world, role) => statusOf(world, role, 'youtube')),
  'POST account/youtube/disconnect': row({}, (world, role) => disconnect(world, role, 'youtube')),
  'POST goals/sample-alert': row({}, (world, role) => sampleAlert(world, world.uidOf(role))),
  'POST goals/test-alert | on the creator’s stream': row({ otherCreator: 403 }, (world) =>
    testAlert(world, world.creator.uid),
  ),
}

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
