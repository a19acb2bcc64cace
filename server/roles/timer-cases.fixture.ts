/** Requests for a creator's donothon timers that `role-table.test.ts` sends as each role. */
import { randomUUID } from 'node:crypto'
import { defaultTimerRule } from '../../contract/timer.ts'
import { changeTimer, createTimer } from '../../domain/timer/manage-timers.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, has, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

/** Makes the creator's only timer, which every role then asks for. */
export async function openTimer({ db, creator: { uid } }: World): Promise<string> {
  await db.deleteFrom('timer').where('creatorUid', '=', uid).execute()
  const { timerId } = await createTimer(db, uid, { name: 'Donothon', rule: defaultTimerRule, actor: uid })
  const change = { kind: 'start', seconds: 60 } as const
  await changeTimer(db, uid, timerId, { entryId: randomUUID(), change, actor: uid })
  return timerId
}

export const timerCases = {
  'GET /api/v1/goals/timers': async (world, role) => {
    await openTimer(world)
    const own = { name: 'Donothon', status: 'running' }
    return get('goals/timers', (body) => {
      const { timers } = body as { timers: object[] }
      if (role === 'creator') like(timers[0], own)
      else
        equals(
          timers.filter((timer) => 'name' in timer && timer.name === 'Donothon'),
          [],
        )
    })
  },
  'POST /api/v1/goals/create-timer': (world, role) => ({
    ...post('goals/create-timer', { name: `Timer of ${role}`, rule: defaultTimerRule }),
    async effect() {
      const made = world.db.selectFrom('timer').select('creatorUid').where('name', '=', `Timer of ${role}`)
      equals(await made.execute(), [{ creatorUid: world.uidOf(role) }])
    },
  }),
  'POST /api/v1/goals/rename-timer': async (world) => {
    const timerId = await openTimer(world)
    return {
      ...post('goals/rename-timer', { timerId, name: 'Another' }),
      effect: async () => like(await getTimer(world, timerId), { name: 'Another' }),
    }
  },
  'POST /api/v1/goals/archive-timer': async (world) => {
    const timerId = await openTimer(world)
    return {
      ...post('goals/archive-timer', { timerId }),
      effect: async () => equals((await getTimer(world, timerId)).archivedAt === null, false),
    }
  },
  'POST /api/v1/goals/change-timer': async (world) => {
    const timerId = await openTimer(world)
    return {
      ...post('goals/change-timer', { timerId, entryId: randomUUID(), change: { kind: 'pause' } }),
      effect: async () => equals((await getTimer(world, timerId)).endsAt, null),
    }
  },
  'GET /api/v1/goals/timer-entries': async (world) => {
    const timerId = await openTimer(world)
    return get(`goals/timer-entries?timerId=${timerId}`, (body) =>
      like(body, { entries: [{ kind: 'start', addedMs: 60_000 }, { kind: 'rule' }], hasMore: false }),
    )
  },
  'GET /api/v1/goals/timer-file': async (world) => {
    const timerId = await openTimer(world)
    return get(`goals/timer-file?timerId=${timerId}`, (body) => has(body, ',start,60,'))
  },
} as const satisfies Partial<Cases<RouteCase>>

async function getTimer({ db }: World, timerId: string) {
  return db.selectFrom('timer').selectAll().where('timerId', '=', timerId).executeTakeFirstOrThrow()
}
