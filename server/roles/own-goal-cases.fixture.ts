/** How the role table asks for a creator's goals to be listed, made and changed. For tests. */
import sharp from 'sharp'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Asks } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { House } from './world.fixture.ts'

const pixels = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'coral' } })
  .png()
  .toBuffer()
const texts = { title: 'A wheel', description: 'For bowls.', amount: 300_00, endDate: null }

/** All but the first two are about the creator's goal, whoever asks. */
export const ownGoalAsks = {
  'GET /api/v1/goals/own-goals': (house, role) =>
    get('goals/own-goals', (body) =>
      like(body, role === 'creator' ? [{ goaluuid: house.goal.goaluuid, isMoneyIn: true }] : []),
    ),
  'POST /api/v1/goals/create-goal': (house, role) => ({
    ...post('goals/create-goal', texts),
    async effect() {
      const { uid } = house.accountOf(role)!
      const made = await house.db
        .selectFrom('goal')
        .select(['title', 'currency', 'status'])
        .where('creatorUid', '=', uid)
        .where('goaluuid', '<>', house.goal.goaluuid)
        .execute()
      equals(made, [{ title: 'A wheel', currency: 'gbp', status: 'ACTIVE' }])
    },
  }),
  'POST /api/v1/goals/update-goal': (house) => ({
    ...post('goals/update-goal', { goaluuid: house.goal.goaluuid, ...texts }),
    effect: async () => like(await goalOf(house), { title: 'A wheel', amountMinor: 300_00 }),
  }),
  'POST /api/v1/goals/change-status': (house) => ({
    ...post('goals/change-status', { goaluuid: house.goal.goaluuid, action: 'archive' }),
    effect: async () => like(await goalOf(house), { status: 'ARCHIVED' }),
  }),
  'POST /api/v1/goals/reorder-goals': (house) => ({
    ...post('goals/reorder-goals', { goaluuids: [house.goal.goaluuid] }),
    effect: ({ body }) => like(body, [{ goaluuid: house.goal.goaluuid }]),
  }),
  'POST /api/v1/goals/upload-picture': (house) => {
    const form = new FormData()
    form.set('picture', new Blob([new Uint8Array(pixels)]), 'picture.png')
    return {
      ...post(`goals/upload-picture?goaluuid=${house.goal.goaluuid}`, form),
      effect: async () =>
        equals(/^\/media\/[0-9a-f]{32}-1280\.webp$/.test((await goalOf(house)).image!), true),
    }
  },
  'POST /api/v1/goals/remove-picture': async (house) => {
    await house.db.updateTable('goal').set({ image: '/media/old' }).execute()
    return {
      ...post('goals/remove-picture', { goaluuid: house.goal.goaluuid }),
      effect: async () => equals((await goalOf(house)).image, null),
    }
  },
} as const satisfies Partial<Asks<RouteCase>>

async function goalOf({ db, goal }: House) {
  return db.selectFrom('goal').selectAll().where('goaluuid', '=', goal.goaluuid).executeTakeFirstOrThrow()
}
