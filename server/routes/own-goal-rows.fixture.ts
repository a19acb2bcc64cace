/** Requests for a creator's own goals that `server/roles.test.ts` sends as each role. */
import sharp from 'sharp'
import { owned, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals, like } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

const pixels = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'coral' } })
  .png()
  .toBuffer()
const texts = { title: 'A wheel', description: 'For bowls.', amount: 300_00, endDate: null }

/** All requests but the first two are about the creator's goal, no matter which role sends them. */
export const ownGoalRows: Rows = {
  'POST goals/create-goal': row({}, (world, role) => ({
    ...post('goals/create-goal', texts),
    async effect() {
      const uid = world.uidOf(role)
      const made = await world.db
        .selectFrom('goal')
        .select(['title', 'currency', 'status'])
        .where('creatorUid', '=', uid)
        .where('goalId', '<>', world.goal.goalId)
        .execute()
      equals(made, [{ title: 'A wheel', currency: 'gbp', status: 'ACTIVE' }])
    },
  })),
  'POST goals/update-goal': row(owned, (world) => ({
    ...post('goals/update-goal', { goaluuid: world.goal.goalId, ...texts }),
    effect: async () => like(await goalOf(world), { title: 'A wheel', amountMinor: 300_00 }),
  })),
  'POST goals/change-status': row(owned, (world) => ({
    ...post('goals/change-status', { goaluuid: world.goal.goalId, action: 'archive' }),
    effect: async () => like(await goalOf(world), { status: 'ARCHIVED' }),
  })),
  'POST goals/reorder-goals': row(owned, (world) => ({
    ...post('goals/reorder-goals', { goaluuids: [world.goal.goalId] }),
    effect: ({ body }) => like(body, [{ goaluuid: world.goal.goalId }]),
  })),
  'POST goals/upload-picture': row(owned, (world) => {
    const form = new FormData()
    form.set('picture', new Blob([new Uint8Array(pixels)]), 'picture.png')
    return {
      ...post(`goals/upload-picture?goaluuid=${world.goal.goalId}`, form),
      effect: async () =>
        equals(/^\/media\/[0-9a-f]{32}-1280\.webp$/.test((await goalOf(world)).image!), true),
    }
  }),
  'POST goals/remove-picture': row(owned, async (world) => {
    await world.db.updateTable('goal').set({ image: '/media/old' }).execute()
    return {
      ...post('goals/remove-picture', { goaluuid: world.goal.goalId }),
      effect: async () => equals((await goalOf(world)).image, null),
    }
  }),
}

async function goalOf({ db, goal }: World) {
  return db.selectFrom('goal').selectAll().where('goalId', '=', goal.goalId).executeTakeFirstOrThrow()
}
