/** Requests for a creator's donothon timers that `server/roles.test.ts` sends as each role. */
import { randomUUID } from 'node:crypto'
import { defaultTimerRule } from '../../contract/timer/timer.ts'
import { changeTimer, createTimer } from '../../domain/timer/manage-timers.ts'
import { get, owned, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals, has, like } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

/** Makes the creator's only timer, which every role then asks for. */
export async function openTimer({ db, creator: { uid } }: World): Promise<string> {
  await db.deleteFrom('timer').where('creatorUid', '=', uid).execute()
  const { timerId } = await createTimer(db, uid, { name: 'Donothon', rule: defaultTimerRule, actor: uid })
  const change = { kind: 'start', seconds: 60 } as const
  await changeTimer(db, uid, timerId, { entryId: randomUUID(), change, actor: uid })
  return timerId
}

export const timerRows: Rows = {
  'GET goals/timers': row({}, async (world, role) => {
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
  }),
  'POST goals/create-timer': row({}, (world, role) => ({
    ...post('goals/create-timer', { name: `Timer of ${role}`, rule: defaultTimerRule }),
    async effect() {
      const made = world.db.selectFrom('timer').select('creatorUid').where('name', '=', `Timer of ${role}`)
      equals(await made.execute(), [{ creatorUid: world.uidOf(role) }])
    },
  })),
  'POST goals/rename-timer': row(owned, async (world) => {
    const timerId = await openTimer(world)
    return {
      ...post('goals/rename-timer', { timerId, name: 'Another' }),
      effect: async () => like(await getTimer(world, timerId), { name: 'Another' }),
    }
  }),
  'POST goals/archive-timer': row(owned, async (world) => {
    const timerId = await openTimer(world)
    return {
      ...post('goals/archive-timer', { timerId }),
      effect: async () => equals((await getTimer(world, timerId)).archivedAt === null, false),
    }
  }),
  'POST goals/change-timer': row(owned, async (world) => {
    const timerId = await openTimer(world)
    return {
      ...post('goals/change-timer', { timerId, entryId: randomUUID(), change: { kind: 'pause' } }),
      effect: async () => equals((await getTimer(world, timerId)).endsAt, null),
    }
  }),
  'GET goals/timer-entries': row(owned, async (world) => {
    const timerId = await openTimer(world)
    return get(`goals/timer-entries?timerId=${timerId}`, (body) =>
      like(body, { entries: [{ kind: 'start', addedMs: 60_000 }, { kind: 'rule' }], hasMore: false }),
    )
  }),
  'GET goals/timer-file': row(owned, async (world) => {
    const timerId = await openTimer(world)
    return get(`goals/timer-file?timerId=${timerId}`, (body) => has(body, ',start,60,'))
  }),
}

async function getTimer({ db }: World, timerId: string) {
  return db.selectFrom('timer').selectAll().where('timerId', '=', timerId).executeTakeFirstOrThrow()
}
