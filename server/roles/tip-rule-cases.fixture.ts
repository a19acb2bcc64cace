/** How the role table asks for a creator's rules for tips, her blocklist and the tips that she holds. For tests. */
import { saveTipRules } from '../../db/queries/tip-rules.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Asks } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { House } from './world.fixture.ts'

const rules = { minimum: 3_00, holdFrom: 100_00 }
const defaults = { minimum: 1_00, holdFrom: null }

export const tipRuleAsks = {
  'GET /api/v1/account/tip-limits': async (house) => {
    await haveRules(house)
    return get(`account/tip-limits?username=${house.creator.userName}`, (body) =>
      equals(body, { minimum: 3_00, currency: 'gbp' }),
    )
  },
  'GET /api/v1/account/tip-rules': async (house, role) => {
    await haveRules(house)
    return get('account/tip-rules', (body) => equals(body, role === 'creator' ? rules : defaults))
  },
  'POST /api/v1/account/save-tip-rules': (house, role) => ({
    ...post('account/save-tip-rules', rules),
    async effect() {
      const creatorUid = house.accountOf(role)!.uid
      const rows = await house.db
        .selectFrom('tipRule')
        .selectAll()
        .where('creatorUid', 'in', [creatorUid, house.creator.uid])
        .execute()
      equals(rows, [{ creatorUid, minimumMinor: 3_00, holdFromMinor: 100_00 }])
    },
  }),
  'GET /api/v1/account/blocked-supporters': async (house, role) => {
    await block(house)
    const supporters = role === 'creator' ? [{ name: 'Troll', kind: 'guest' }] : []
    return get('account/blocked-supporters', (body) => like(body, { supporters }))
  },
  'POST /api/v1/account/block-supporter': async (house) => {
    const { id: tipId } = await tipOf(house)
    return {
      ...post('account/block-supporter', { tipId }),
      async effect() {
        const rows = await house.db
          .selectFrom('blockedSupporter')
          .selectAll()
          .where('tipId', '=', tipId)
          .execute()
        like(rows, [
          { creatorUid: house.creator.uid, tipId, supporterUid: house.supporter.uid, nameKey: null },
        ])
      },
    }
  },
  'POST /api/v1/account/unblock-supporter': async (house) => ({
    ...post('account/unblock-supporter', { id: await block(house) }),
    effect: ({ body }) => equals(body, { supporters: [] }),
  }),
  'POST /api/v1/goals/end-hold': async (house) => {
    const { id: tipId } = await tipOf(house)
    await house.db.updateTable('tip').set({ hold: 'held' }).where('id', '=', tipId).execute()
    return {
      ...post('goals/end-hold', { tipId, action: 'release' }),
      async effect() {
        equals((await tipOf(house)).hold, 'released')
        const events = await house.db
          .selectFrom('outbox')
          .select('payload')
          .where('creatorUid', '=', house.creator.uid)
          .orderBy('createdAt')
          .execute()
        equals(events.at(-1)?.payload, { type: 'tip.captured', tipId, isReleased: true })
      },
    }
  },
} as const satisfies Partial<Asks<RouteCase>>

async function haveRules({ db, creator }: House): Promise<void> {
  await saveTipRules(db, creator.uid, { minimumMinor: rules.minimum, holdFromMinor: rules.holdFrom })
}

async function block({ db, creator }: House): Promise<string> {
  const nobody = { supporterUid: null, addressHash: null, tipId: null }
  const { id } = await db
    .insertInto('blockedSupporter')
    .values({ ...nobody, creatorUid: creator.uid, name: 'Troll', nameKey: 'troll' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function tipOf({ db, creator }: House) {
  return db.selectFrom('tip').selectAll().where('creatorUid', '=', creator.uid).executeTakeFirstOrThrow()
}
