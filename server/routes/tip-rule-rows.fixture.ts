/** Requests for a creator's tip rules, blocked supporters and held tips that `server/roles.test.ts` sends as each role. */
import { saveTipRules } from '../../db/queries/payments/tip-rules.ts'
import { get, owned, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals, like } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

const rules = { minimum: 3_00, holdFrom: 100_00 }
const defaults = { minimum: 1_00, holdFrom: null }

export const tipRuleRows: Rows = {
  'GET account/tip-rules': row({}, async (world, role) => {
    await haveRules(world)
    return get('account/tip-rules', (body) => equals(body, role === 'creator' ? rules : defaults))
  }),
  'POST account/save-tip-rules': row({}, (world, role) => ({
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
  })),
  'GET account/blocked-supporters': row({}, async (world, role) => {
    await block(world)
    const supporters = role === 'creator' ? [{ name: 'Troll', kind: 'guest' }] : []
    return get('account/blocked-supporters', (body) => like(body, { supporters }))
  }),
  'POST account/block-supporter': row(owned, ({ db, creator, supporter, tip: { tipId } }) => ({
    ...post('account/block-supporter', { tipId }),
    async effect() {
      const rows = await db.selectFrom('blockedSupporter').selectAll().where('tipId', '=', tipId).execute()
      like(rows, [{ creatorUid: creator.uid, tipId, supporterUid: supporter.uid, nameKey: null }])
    },
  })),
  'POST account/unblock-supporter': row(owned, async (world) => ({
    ...post('account/unblock-supporter', { id: await block(world) }),
    effect: ({ body }) => equals(body, { supporters: [] }),
  })),
  'POST goals/end-hold': row(owned, async (world) => {
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
  }),
}

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
