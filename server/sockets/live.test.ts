import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Goal, Leaderboard } from '../../contract/entities.ts'
import type { Db } from '../../db/connection.ts'
import { buildCreator, buildGoal, buildOrder, buildSupporter } from '../../db/builders.fixture.ts'
import { endSession } from '../../domain/accounts/sessions.ts'
import { recordTip } from '../../domain/payments/orders/record-tip.ts'
import { startTestSockets } from './sockets.fixture.ts'
import type { TestPage } from './sockets.fixture.ts'

const bells = ['postgres', 'redis'] as const

async function tip(db: Db, creatorUid: string, goaluuid: string): Promise<void> {
  const order = await buildOrder(db, creatorUid, { goaluuid })
  await recordTip(db, {
    provider: 'paypal',
    providerOrderId: order.providerOrderId!,
    captureId: `CAP-${order.id}`,
    payeeId: order.providerAccountId,
    chargedMinor: order.amountMinor,
    currency: order.currency,
  })
}

function lastReceived(page: TestPage): number | undefined {
  const goals = page.got('goals').at(-1) as Goal[] | undefined
  return goals?.[0]?.amount_received
}

test.each(bells)(
  'a page is told how things stand, and again when a tip moves them (%s bell)',
  async (bell) => {
    await using test = await startTestSockets(bell)
    const { uid, userName } = await buildCreator(test.db)
    const goal = await buildGoal(test.db, uid)
    const pages = [
      test.page({ userName }),
      test.page({ userUID: uid }),
      test.page({ userUID: uid.toUpperCase() }),
    ]
    for (const page of pages) await expect.poll(() => lastReceived(page)).toBe(20_00)

    await tip(test.db, uid, goal.goaluuid)
    await test.ring({ kind: 'live', creatorUid: uid })

    for (const page of pages) await expect.poll(() => lastReceived(page)).toBe(25_00)
    for (const page of pages) {
      const board = page.got('leaderboard').at(-1) as Leaderboard
      expect(board.allTime).toEqual([{ name: 'Grace', amount: 5_00 }])
    }
  },
)

test('a page hears with the goals which language their creator speaks, as it is then', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const { socket } = test.page({ userUID: uid })
  const heard: unknown[] = []
  socket.on('goals', (_goals: Goal[], locale: unknown) => void heard.push(locale))
  await expect.poll(() => heard).toEqual(['en'])

  await test.db.updateTable('account').set({ locale: 'de' }).where('uid', '=', uid).execute()
  await test.ring({ kind: 'live', creatorUid: uid })

  await expect.poll(() => heard).toEqual(['en', 'de'])
})

test('a burst of rings is read a few times, and everybody sees the end of it', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const goal = await buildGoal(test.db, uid)
  const pages = Array.from({ length: 20 }, () => test.page({ userUID: uid }))
  for (const page of pages) await expect.poll(() => lastReceived(page)).toBe(20_00)
  test.readsOf('goal')
  const begun = Date.now()

  for (let i = 0; i < 10; i++) {
    await tip(test.db, uid, goal.goaluuid)
    await test.ring(...Array.from({ length: 20 }, () => ({ kind: 'live' as const, creatorUid: uid })))
  }

  for (const page of pages) await expect.poll(() => lastReceived(page)).toBe(70_00)
  expect(test.readsOf('goal')).toBeLessThanOrEqual(2 + (Date.now() - begun) / 200)
})

test('a page that comes late is told alone, the others are left in peace', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildGoal(test.db, uid)
  const first = test.page({ userUID: uid })
  await expect.poll(() => first.got('leaderboard').length).toBe(1)

  const second = test.page({ userUID: uid })

  await expect.poll(() => second.got('leaderboard').length).toBe(1)
  expect(first.got('goals')).toHaveLength(1)
})

test('a page hears of its own creator only', async () => {
  await using test = await startTestSockets()
  const [one, two] = [await buildCreator(test.db), await buildCreator(test.db)]
  await buildGoal(test.db, one.uid, { title: 'A kiln' })
  await buildGoal(test.db, two.uid, { title: 'A lathe' })
  const [first, second] = [test.page({ userUID: one.uid }), test.page({ userUID: two.uid })]
  for (const page of [first, second]) await expect.poll(() => lastReceived(page)).toBe(20_00)

  await test.ring({ kind: 'live', creatorUid: two.uid })

  await expect.poll(() => second.got('goals').length).toBe(2)
  expect(first.got('goals')).toHaveLength(1)
  expect(
    [first, second].map((page) => (page.got('goals') as Goal[][]).flat().map(({ title }) => title)),
  ).toEqual([['A kiln'], ['A lathe', 'A lathe']])
})

test('an unread count goes to the account’s own sockets only', async () => {
  await using test = await startTestSockets()
  const creator = await buildCreator(test.db)
  const supporter = await buildSupporter(test.db)
  const goal = await buildGoal(test.db, creator.uid)
  const hello = { userUID: creator.uid }
  const own = test.page({}, await test.signIn(creator.uid))
  const others = [test.page(hello), test.page(hello, await test.signIn(supporter.uid))]
  await expect.poll(() => own.got('notifications')).toEqual([0])
  await expect.poll(() => others[1]!.got('notifications')).toEqual([0])

  await tip(test.db, creator.uid, goal.goaluuid)
  const { id } = await test.db.selectFrom('tip').select('id').executeTakeFirstOrThrow()
  const { eventId } = await test.db.selectFrom('outbox').select('eventId').executeTakeFirstOrThrow()
  await test.db
    .insertInto('notification')
    .values({ uid: creator.uid, eventId, kind: 'tip', tipId: id })
    .execute()
  await test.ring({ kind: 'notification', uid: creator.uid }, { kind: 'live', creatorUid: creator.uid })

  await expect.poll(() => own.got('notifications')).toEqual([0, 1])
  for (const page of others) await expect.poll(() => lastReceived(page)).toBe(25_00)
  expect(others.map((page) => page.got('notifications'))).toEqual([[], [0]])
})

test('a page may come with no creator, with one that is not there, or with nonsense', async () => {
  await using test = await startTestSockets()
  const calm = [test.page({}), test.page({ userUID: randomUUID() }), test.page({ userName: 'nobody_here' })]
  const nonsense = test.page({ userName: '../etc' })
  const refusals: string[] = []
  nonsense.socket.on('connect_error', (error) => refusals.push(error.message))

  for (const { socket } of calm) await expect.poll(() => socket.connected).toBe(true)
  await expect.poll(() => refusals).toEqual(['invalid_input'])
})

test.each(bells)(
  'a session that is over loses its connections at once, and the account’s others stay (%s bell)',
  async (bell) => {
    await using test = await startTestSockets(bell)
    const { uid, userName } = await buildCreator(test.db)
    const [lost, kept] = [await test.signIn(uid), await test.signIn(uid)]
    const page = test.page({ userName }, lost)
    const other = test.page({ userName }, kept)
    const overlay = test.overlay({ userUID: uid }, lost)
    for (const each of [page, other]) await expect.poll(() => each.got('notifications').length).toBe(1)
    await overlay.begins()
    const losses: string[] = []
    page.socket.on('disconnect', () => losses.push('page'))
    overlay.socket.on('disconnect', () => losses.push('overlay'))
    other.socket.on('disconnect', () => losses.push('other'))

    await endSession(test.db, lost.split('=')[1]!)
    await test.ring({ kind: 'sessions', uid })

    await expect.poll(() => [...losses].sort()).toEqual(['overlay', 'page'])
    expect(page.got('sessionEnded')).toHaveLength(1)
    expect(other.got('sessionEnded')).toHaveLength(0)
  },
)
