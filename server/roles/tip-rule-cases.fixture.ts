/** Requests for a creator's tip rules, blocked supporters and held tips that `role-table.test.ts` sends as each role. */
import { saveTipRules } from '../../db/queries/tip-rules.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

const rules = { minimum: 3_00, holdFrom: 100_00 }
const defaults = { minimum: 1_00, holdFrom: null }

export const tipRuleCases = {
  'GET /api/v1/account/tip-limits': async (world) => {
    await haveRules(world)
    return get(`account/tip-limits?username=${world.creator.userName}`, (body) =>
      equals(body, {
        minimum: 3_00,
        currency: 'gbp',
        currencies: [{ currency: 'gbp', minimum: 3_00, rate: 1 }],
      }),
    )
  },
  'GET /api/v1/account/tip-rules': async (world, role) => {
    await haveRules(world)
    return get('account/tip-rules', (body) => equals(body, role === 'creator' ? rules : defaults))
  },
  'POST /api/v1/account/save-tip-rules': (world, role) => ({
    ...post('account/save-tip-rules', rules),
    async effect() {
      const creatorUid = world.uidOf(role)
      const rows = await world.db
        .selectFrom('tipRule')
        .select(['creatorUid', 'minimumMinor', 'holdFromMinor'])
        .where('creatorUid', 'in', [creatorUid, world.creator.uid])
        .execute()
      equals(rows, [{ creatorUid, minimumMinor: 3_00, holdFromMinor: 100_00 }])
    },
  }),
  'GET /api/v1/account/blocked-supporters': async (world, role) => {
    await block(world)
    const supporters = role === 'creator' ? [{ name: 'Troll', kind: 'guest' }] : []
    return get('account/blocked-supporters', (body) => like(body, { supporters }))
  },
  'POST /api/v1/account/block-supporter': ({ db, creator, supporter, tip: { tipId } }) => ({
    ...post('account/block-supporter', { tipId }),
    async effect() {
      const rows = await db.selectFrom('blockedSupporter').selectAll().where('tipId', '=', tipId).execute()
      like(rows, [{ creatorUid: creator.uid, tipId, supporterUid: supporter.uid, nameKey: null }])
    },
  }),
  'POST /api/v1/account/unblock-supporter': async (world) => ({
    ...post('account/unblock-supporter', { id: await block(world) }),
    effect: ({ body }) => equals(body, { supporters: [] }),
  }),
  'POST /api/v1/goals/end-hold': async (world) => {
    const { tipId } = world.tip
    await world.db.updateTable('tip').set({ hold: 'held' }).where('id', '=', tipId).execute()
    return {
      ...post('goals/end-hold', { tipId, action: 'release' }),
      async effect() {
        equals(await world.db.selectFrom('tip').select('hold').where('id', '=', tipId).execute(), [
          { hold: 'released' },
        ])
        const events = await world.db
          .selectFrom('outbox')
          .select('payload')
          .where('creatorUid', '=', world.creator.uid)
          .orderBy('createdAt')
          .execute()
        equals(events.at(-1)?.payload, { type: 'tip.captured', tipId, isReleased: true })
      },
    }
  },
} as const satisfies Partial<Cases<RouteCase>>

async function haveRules({ db, creator }: World): Promise<void> {
  await saveTipRules(db, creator.uid, { minimumMinor: rules.minimum, holdFromMinor: rules.holdFrom })
}

async function block({ db, creator }: World): Promise<string> {
  const nobody = { supporterUid: null, addressHash: null, tipId: null }
  const { id } = await db
    .insertInto('blockedSupporter')
    .values({ ...nobody, creatorUid: creator.uid, name: 'Troll', nameKey: 'troll' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
