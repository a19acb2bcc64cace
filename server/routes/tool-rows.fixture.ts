/** Requests for API tokens and for the calls of tools that `server/roles.test.ts` sends as each role. */
import { randomUUID } from 'node:crypto'
import { listApiTokens } from '../../db/queries/tools/api-tokens.ts'
import { storeAlert } from '../../db/alerts.fixture.ts'
import { changePanel } from '../../domain/panel/change-panel.ts'
import { plantApiToken } from '../../domain/tools/api-token.fixture.ts'
import { openTimer } from './timer-rows.fixture.ts'
import { get, owned, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals, like } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

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

export const toolRows: Rows = {
  'POST account/api-tokens/revoke': row(owned, async (world) => {
    const { id } = await plantApiToken(world.db, world.creator.uid, ['tips:read'])
    return {
      ...post('account/api-tokens/revoke', { id }),
      effect: async () => equals(await listApiTokens(world.db, world.creator.uid), []),
    }
  }),
  'GET tools/goal': row(owned, (world) =>
    get(`tools/goal?id=${world.goal.goalId}`, (body) => like(body, { id: world.goal.goalId })),
  ),
  'GET tools/latest-tip': row(owned, async (world) => {
    await showTip(world)
    return get('tools/latest-tip', (body) => like(body, { tipId: world.tip.tipId, message: null }))
  }),
  'POST tools/panel | to pause what is paused': row({ creator: 409 }, async (world, role) => {
    const { uid } = world.creator
    const own = { creatorUid: uid, actorUid: uid, isOwner: true, actionId: randomUUID() }
    await changePanel({ db: world.db, publish: () => {} }, { ...own, change: { kind: 'pause' } })
    return {
      ...post('tools/panel', pause),
      effect: async () => equals(await doneOf(world, world.uidOf(role)), ['pause']),
    }
  }),
  'POST tools/panel | about the creator’s tip': row(owned, async (world) => {
    await showTip(world)
    const { tip, creator } = world
    return {
      ...post('tools/panel', { action: 'replay', tipId: tip.tipId }),
      effect: async () => equals(await doneOf(world, creator.uid), ['replay']),
    }
  }),
  'GET tools/timer': row(owned, async (world) => {
    const id = await openTimer(world)
    return get(`tools/timer?id=${id}`, (body) => like(body, { id, status: 'running' }))
  }),
  'POST tools/timer': row(owned, async (world) => {
    const id = await openTimer(world)
    return {
      ...post('tools/timer', { id, seconds: 3600 }),
      async effect({ body }) {
        like(body, { id, status: 'running' })
        const { leftSeconds } = body as { leftSeconds: number }
        equals(leftSeconds > 3600, true)
      },
    }
  }),
}
