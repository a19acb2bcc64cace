/** Requests for API tokens and for the calls of tools that `role-table.test.ts` sends as each role. */
import { randomUUID } from 'node:crypto'
import { listApiTokens } from '../../db/queries/api-tokens.ts'
import { storeAlert } from '../../db/alerts.fixture.ts'
import { changePanel } from '../../domain/panel/change-panel.ts'
import { plantApiToken } from '../../domain/tools/api-token.fixture.ts'
import type { RouteCase } from '../role-table.ts'
import { openTimer } from './timer-cases.fixture.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

const pause = { action: 'pause' } as const

/** The kinds of what was done in the panel of an account, the latest last. */
async function doneOf({ db }: World, uid: string): Promise<string[]> {
  const own = db.selectFrom('panelAction').select('kind').where('creatorUid', '=', uid)
  return (await own.orderBy('createdAt').execute()).map(({ kind }) => kind)
}

/** Stores the alert of the world's tip. */
async function showTip({ db, creator, tip }: World): Promise<void> {
  const at = new Date().toISOString()
  const words = { name: 'Grace', message: null, goal: null }
  const money = { amount: 500, currency: 'usd' } as const
  await storeAlert(db, creator.uid, tip.eventId, { kind: 'tip', isTest: false, ...words, ...money, at })
}

export const toolCases = {
  'GET /api/v1/account/api-tokens': async (world, role) => {
    await plantApiToken(world.db, world.uidOf(role), ['tips:read'])
    return get('account/api-tokens', (body) => like(body, { tokens: [{ scopes: ['tips:read'] }] }))
  },
  'POST /api/v1/account/api-tokens/add': (world, role) => ({
    ...post('account/api-tokens/add', { name: 'My deck', scopes: ['tips:read'], days: 30 }),
    effect: async () => like(await listApiTokens(world.db, world.uidOf(role)), [{ name: 'My deck' }]),
  }),
  'POST /api/v1/account/api-tokens/revoke': async (world) => {
    const { id } = await plantApiToken(world.db, world.creator.uid, ['tips:read'])
    return {
      ...post('account/api-tokens/revoke', { id }),
      effect: async () => equals(await listApiTokens(world.db, world.creator.uid), []),
    }
  },
  'GET /api/v1/tools/goals': (_world, role) =>
    get('tools/goals', (body) =>
      equals((body as { goals: unknown[] }).goals.length, role === 'creator' ? 1 : 0),
    ),
  'GET /api/v1/tools/goal': (world) =>
    get(`tools/goal?id=${world.goal.goaluuid}`, (body) => like(body, { id: world.goal.goaluuid })),
  'GET /api/v1/tools/tips': () => get('tools/tips', (body) => like(body, { hasMore: false })),
  'GET /api/v1/tools/latest-tip': async (world) => {
    await showTip(world)
    return get('tools/latest-tip', (body) => like(body, { tipId: world.tip.tipId, message: null }))
  },
  'GET /api/v1/tools/board': (_world, role) =>
    get('tools/board', (body) => like(body, { supporters: role === 'creator' ? [{ name: 'Grace' }] : [] })),
  'GET /api/v1/tools/panel': () =>
    get('tools/panel', (body) => like(body, { status: 'playing', isPaused: false, isPanic: false })),
  'POST /api/v1/tools/panel': (world, role) => ({
    ...post('tools/panel', pause),
    async effect({ body }) {
      like(body, { status: 'paused', isPaused: true })
      equals(await doneOf(world, world.uidOf(role)), ['pause'])
    },
  }),
  'POST /api/v1/tools/panel | to pause what is paused': async (world, role) => {
    const { uid } = world.creator
    const own = { creatorUid: uid, actorUid: uid, isOwner: true, actionId: randomUUID() }
    await changePanel({ db: world.db, publish: () => {} }, { ...own, change: { kind: 'pause' } })
    return {
      ...post('tools/panel', pause),
      effect: async () => equals(await doneOf(world, world.uidOf(role)), ['pause']),
    }
  },
  'POST /api/v1/tools/panel | about the creator’s tip': async (world) => {
    await showTip(world)
    const { tip, creator } = world
    return {
      ...post('tools/panel', { action: 'replay', tipId: tip.tipId }),
      effect: async () => equals(await doneOf(world, creator.uid), ['replay']),
    }
  },
  'GET /api/v1/tools/timers': async (world, role) => {
    await openTimer(world)
    return get('tools/timers', (body) => {
      const { timers } = body as { timers: { name: string }[] }
      equals(
        timers.some(({ name }) => name === 'Donothon'),
        role === 'creator',
      )
    })
  },
  'GET /api/v1/tools/timer': async (world) => {
    const id = await openTimer(world)
    return get(`tools/timer?id=${id}`, (body) => like(body, { id, status: 'running' }))
  },
  'POST /api/v1/tools/timer': async (world) => {
    const id = await openTimer(world)
    return {
      ...post('tools/timer', { id, seconds: 3600 }),
      async effect({ body }) {
        like(body, { id, status: 'running' })
        const { leftSeconds } = body as { leftSeconds: number }
        equals(leftSeconds > 3600, true)
      },
    }
  },
  'POST /api/v1/tools/test-alert': (world, role) => ({
    ...post('tools/test-alert', {}),
    effect: async () =>
      like(
        await world.db
          .selectFrom('outbox')
          .select('type')
          .where('creatorUid', '=', world.uidOf(role))
          .where('type', '=', 'alert.tested')
          .execute(),
        [{ type: 'alert.tested' }],
      ),
  }),
} as const satisfies Partial<Cases<RouteCase>>
