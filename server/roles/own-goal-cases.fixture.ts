/** Requests for a creator's own goals that `role-table.test.ts` sends as each role. */
import sharp from 'sharp'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

const pixels = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'coral' } })
  .png()
  .toBuffer()
const texts = { title: 'A wheel', description: 'For bowls.', amount: 300_00, endDate: null }

/** All requests but the first two are about the creator's goal, no matter which role sends them. */
export const ownGoalCases = {
  'GET /api/v1/goals/own-goals': (world, role) =>
    get('goals/own-goals', (body) =>
      like(body, role === 'creator' ? [{ goaluuid: world.goal.goaluuid, isMoneyIn: true }] : []),
    ),
  'POST /api/v1/goals/create-goal': (world, role) => ({
    ...post('goals/create-goal', texts),
    async effect() {
      const uid = world.uidOf(role)
      const made = await world.db
        .selectFrom('goal')
        .select(['title', 'currency', 'status'])
        .where('creatorUid', '=', uid)
        .where('goaluuid', '<>', world.goal.goaluuid)
        .execute()
      equals(made, [{ title: 'A wheel', currency: 'gbp', status: 'ACTIVE' }])
    },
  }),
  'POST /api/v1/goals/update-goal': (world) => ({
    ...post('goals/update-goal', { goaluuid: world.goal.goaluuid, ...texts }),
    effect: async () => like(await goalOf(world), { title: 'A wheel', amountMinor: 300_00 }),
  }),
  'POST /api/v1/goals/change-status': (world) => ({
    ...post('goals/change-status', { goaluuid: world.goal.goaluuid, action: 'archive' }),
    effect: async () => like(await goalOf(world), { status: 'ARCHIVED' }),
  }),
  'POST /api/v1/goals/reorder-goals': (world) => ({
    ...post('goals/reorder-goals', { goaluuids: [world.goal.goaluuid] }),
    effect: ({ body }) => like(body, [{ goaluuid: world.goal.goaluuid }]),
  }),
  'POST /api/v1/goals/upload-picture': (world) => {
    const form = new FormData()
    form.set('picture', new Blob([new Uint8Array(pixels)]), 'picture.png')
    return {
      ...post(`goals/upload-picture?goaluuid=${world.goal.goaluuid}`, form),
      effect: async () =>
        equals(/^\/media\/[0-9a-f]{32}-1280\.webp$/.test((await goalOf(world)).image!), true),
    }
  },
  'POST /api/v1/goals/remove-picture': async (world) => {
    await world.db.updateTable('goal').set({ image: '/media/old' }).execute()
    return {
      ...post('goals/remove-picture', { goaluuid: world.goal.goaluuid }),
      effect: async () => equals((await goalOf(world)).image, null),
    }
  },
} as const satisfies Partial<Cases<RouteCase>>

async function goalOf({ db, goal }: World) {
  return db.selectFrom('goal').selectAll().where('goaluuid', '=', goal.goaluuid).executeTakeFirstOrThrow()
}
