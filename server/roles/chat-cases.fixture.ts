/** Requests for a creator's chats that `role-table.test.ts` sends as each role. */
import { recordChatOutcome } from '../../domain/chat/record-chat-outcome.ts'
import { saveChatTemplates } from '../../db/queries/chat-templates.ts'
import { saveCensorAction } from '../../db/queries/word-settings.ts'
import type { Role } from '../outcomes.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import { connectFor } from './discord-cases.fixture.ts'
import type { Attempt, Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

const none = { goalTip: null, goalFunded: null, generalTip: null }
const own = { ...none, generalTip: 'Cheers {user}' }
const byTip = { minTip: 0, showsMessage: false, amountTemplates: [] }

export const chatCases = {
  'GET /api/v1/account/chat-health': async ({ db, creator }, role) => {
    await recordChatOutcome(db, creator.uid, 'twitch', 'banned')
    const twitch = role === 'creator' ? { problem: 'banned' } : null
    return get('account/chat-health', (body) => like(body, { twitch, youtube: null, discord: null }))
  },
  'POST /api/v1/account/chat-test': async (world) => {
    await connectFor(world)
    return {
      ...post('account/chat-test', { platform: 'discord' }),
      effect: async () => equals(await listTests(world), [{ destination: 'chat-discord', status: 'due' }]),
    }
  },
  'GET /api/v1/account/chat-templates': async ({ db, creator }, role) => {
    await saveChatTemplates(db, creator.uid, 'twitch', { templates: own })
    return get('account/chat-templates?platform=twitch', (body) =>
      equals(body, { ...(role === 'creator' ? own : none), ...byTip }),
    )
  },
  'POST /api/v1/account/save-chat-templates': (world, role) => ({
    ...post('account/save-chat-templates', { platform: 'twitch', ...own }),
    async effect() {
      const uid = world.uidOf(role)
      const rows = await world.db
        .selectFrom('chatTemplate')
        .selectAll()
        .where('uid', 'in', [uid, world.creator.uid])
        .execute()
      equals(rows, [{ uid, platform: 'twitch', kind: 'generalTip', text: 'Cheers {user}' }])
    },
  }),
  'POST /api/v1/account/save-chat-templates | with a fault': () =>
    post('account/save-chat-templates', { platform: 'twitch', ...own, goalTip: '/ban {user}' }),
  'GET /api/v1/account/blocked-words': async (world, role) => {
    await blockFor(world)
    return get('account/blocked-words', (body) => equals(body, { words: role === 'creator' ? ['clay'] : [] }))
  },
  'POST /api/v1/account/add-blocked-word': async (world, role) => {
    await blockFor(world)
    const words = role === 'creator' ? ['clay', 'spoil*'] : ['spoil*']
    return changeWord(world, role, 'add-blocked-word', 'Spoil*', words)
  },
  'POST /api/v1/account/remove-blocked-word': async (world, role) => {
    await blockFor(world)
    return changeWord(world, role, 'remove-blocked-word', 'clay', [])
  },
  'GET /api/v1/account/censor-settings': async ({ db, creator }, role) => {
    await saveCensorAction(db, creator.uid, 'hold')
    return get('account/censor-settings', (body) =>
      equals(body, { action: role === 'creator' ? 'hold' : 'mask' }),
    )
  },
  'POST /api/v1/account/save-censor-settings': (world, role) => ({
    ...post('account/save-censor-settings', { action: 'leave-out' }),
    async effect({ body }) {
      equals(body, { action: 'leave-out' })
      const rows = await world.db
        .selectFrom('account')
        .select('uid')
        .where('uid', 'in', [world.uidOf(role), world.creator.uid])
        .where('censorAction', '=', 'leave-out')
        .execute()
      equals(rows, [{ uid: world.uidOf(role) }])
    },
  }),
} as const satisfies Partial<Cases<RouteCase>>

const listTests = ({ db, creator }: World) =>
  db.selectFrom('delivery').select(['destination', 'status']).where('creatorUid', '=', creator.uid).execute()

async function blockFor({ db, creator }: World): Promise<void> {
  await db.insertInto('blockedWord').values({ uid: creator.uid, word: 'clay' }).execute()
}

function changeWord(world: World, role: Role, path: string, word: string, words: string[]): Attempt {
  return {
    ...post(`account/${path}`, { word }),
    async effect({ body }) {
      equals(body, { words })
      const uid = world.uidOf(role)
      const rows = await world.db.selectFrom('blockedWord').select('word').where('uid', '=', uid).execute()
      equals(rows.map((row) => row.word).sort(), words)
    },
  }
}
