import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Goal, Leaderboard } from '../../contract/entities.ts'
import { buildCreator, buildGoal, buildSupporter } from '../../db/builders.fixture.ts'
import { endSession } from '../../domain/accounts/sessions.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { pubSubBackends, startTestSockets } from './sockets.fixture.ts'
import type { TestPage } from './sockets.fixture.ts'

function lastReceived(page: TestPage): number | undefined {
  const goals = page.received('goals').at(-1) as Goal[] | undefined
  return goals?.[0]?.amount_received
}

test.each(pubSubBackends)(
  'a page gets goals and leaderboard when it connects and after a tip (%s pub/sub)',
  async (backend) => {
    await using test = await startTestSockets(backend)
    const { uid, userName } = await buildCreator(test.db)
    const goal = await buildGoal(test.db, uid)
    const pages = [
      test.page({ userName }),
      test.page({ userUID: uid }),
      test.page({ userUID: uid.toUpperCase() }),
    ]
    for (const page of pages) await expect.poll(() => lastReceived(page)).toBe(20_00)

    await captureTip(test.db, uid, { goalId: goal.goalId })
    await test.publish({ kind: 'live', creatorUid: uid })

    for (const page of pages) await expect.poll(() => lastReceived(page)).toBe(25_00)
    for (const page of pages) {
      const board = () => page.received('leaderboard').at(-1) as Leaderboard
      await expect.poll(() => board().allTime).toEqual([{ name: 'Grace', amount: 5_00 }])
    }
  },
)

test('goals come with the creator’s current language', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const { socket } = test.page({ userUID: uid })
  const locales: unknown[] = []
  socket.on('goals', (_goals: Goal[], locale: unknown) => void locales.push(locale))
  await expect.poll(() => locales).toEqual(['en'])

  await test.db.updateTable('account').set({ locale: 'de' }).where('uid', '=', uid).execute()
  await test.publish({ kind: 'live', creatorUid: uid })

  await expect.poll(() => locales).toEqual(['en', 'de'])
})

test('a burst of messages causes a few reads, and every page gets the final state', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const goal = await buildGoal(test.db, uid)
  const pages = Array.from({ length: 20 }, () => test.page({ userUID: uid }))
  for (const page of pages) await expect.poll(() => lastReceived(page)).toBe(20_00)
  test.takeReadCount('goal')
  const startedAt = Date.now()

  for (let i = 0; i < 10; i++) {
    await captureTip(test.db, uid, { goalId: goal.goalId })
    await test.publish(...Array.from({ length: 20 }, () => ({ kind: 'live' as const, creatorUid: uid })))
  }

  for (const page of pages) await expect.poll(() => lastReceived(page)).toBe(70_00)
  expect(test.takeReadCount('goal')).toBeLessThanOrEqual(2 + (Date.now() - startedAt) / 200)
})

test('a page that connects gets the state, pages already connected get nothing', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildGoal(test.db, uid)
  const first = test.page({ userUID: uid })
  await expect.poll(() => first.received('leaderboard').length).toBe(1)

  const second = test.page({ userUID: uid })

  await expect.poll(() => second.received('leaderboard').length).toBe(1)
  expect(first.received('goals')).toHaveLength(1)
})

test('a page gets only its own creator’s goals', async () => {
  await using test = await startTestSockets()
  const [one, two] = [await buildCreator(test.db), await buildCreator(test.db)]
  await buildGoal(test.db, one.uid, { title: 'A kiln' })
  await buildGoal(test.db, two.uid, { title: 'A lathe' })
  const [first, second] = [test.page({ userUID: one.uid }), test.page({ userUID: two.uid })]
  for (const page of [first, second]) await expect.poll(() => lastReceived(page)).toBe(20_00)

  await test.publish({ kind: 'live', creatorUid: two.uid })

  await expect.poll(() => second.received('goals').length).toBe(2)
  expect(first.received('goals')).toHaveLength(1)
  expect(
    [first, second].map((page) => (page.received('goals') as Goal[][]).flat().map(({ title }) => title)),
  ).toEqual([['A kiln'], ['A lathe', 'A lathe']])
})

test('an unread count is sent only to the account’s own sockets', async () => {
  await using test = await startTestSockets()
  const creator = await buildCreator(test.db)
  const supporter = await buildSupporter(test.db)
  const goal = await buildGoal(test.db, creator.uid)
  const hello = { userUID: creator.uid }
  const own = test.page({}, await test.signIn(creator.uid))
  const others = [test.page(hello), test.page(hello, await test.signIn(supporter.uid))]
  await expect.poll(() => own.received('notifications')).toEqual([0])
  await expect.poll(() => others[1]!.received('notifications')).toEqual([0])

  const { tipId, eventIds } = await captureTip(test.db, creator.uid, { goalId: goal.goalId })
  await test.db
    .insertInto('notification')
    .values({ uid: creator.uid, eventId: eventIds[0]!, kind: 'tip', tipId })
    .execute()
  await test.publish({ kind: 'notification', uid: creator.uid }, { kind: 'live', creatorUid: creator.uid })

  await expect.poll(() => own.received('notifications')).toEqual([0, 1])
  for (const page of others) await expect.poll(() => lastReceived(page)).toBe(25_00)
  expect(others.map((page) => page.received('notifications'))).toEqual([[], [0]])
})

test('a page may connect without a creator or with an unknown one, not with an invalid name', async () => {
  await using test = await startTestSockets()
  const accepted = [
    test.page({}),
    test.page({ userUID: randomUUID() }),
    test.page({ userName: 'nobody_here' }),
  ]
  const invalid = test.page({ userName: '../etc' })
  const refusals: string[] = []
  invalid.socket.on('connect_error', (error) => refusals.push(error.message))

  for (const { socket } of accepted) await expect.poll(() => socket.connected).toBe(true)
  await expect.poll(() => refusals).toEqual(['invalid_input'])
})

test('a page that connects for its own account after its session has ended learns that', async () => {
  await using test = await startTestSockets()
  const { uid, userName } = await buildCreator(test.db)
  const [ended, active] = [await test.signIn(uid), await test.signIn(uid)]
  await endSession(test.db, ended.split('=')[1]!)

  const page = test.page({}, ended)
  const [others, visitor] = [test.page({}, active), test.page({ userName }, ended)]

  await expect.poll(() => page.received('sessionEnded')).toHaveLength(1)
  await expect.poll(() => others.received('notifications')).toEqual([0])
  await expect.poll(() => visitor.received('goals')).toHaveLength(1)
  expect([others, visitor].map((each) => each.received('sessionEnded'))).toEqual([[], []])
})

test.each(pubSubBackends)(
  'sockets of an ended session are closed at once, those of the account’s other sessions stay (%s pub/sub)',
  async (backend) => {
    await using test = await startTestSockets(backend)
    const { uid, userName } = await buildCreator(test.db)
    const [ended, active] = [await test.signIn(uid), await test.signIn(uid)]
    const page = test.page({ userName }, ended)
    const other = test.page({ userName }, active)
    const panel = test.page({ panel: uid }, ended)
    const overlay = test.overlay({ userUID: uid }, ended)
    for (const each of [page, panel, other])
      await expect.poll(() => each.received('notifications').length).toBe(1)
    await overlay.waitForReady()
    const closed: string[] = []
    page.socket.on('disconnect', () => closed.push('page'))
    panel.socket.on('disconnect', () => closed.push('panel'))
    overlay.socket.on('disconnect', () => closed.push('overlay'))
    other.socket.on('disconnect', () => closed.push('other'))

    await endSession(test.db, ended.split('=')[1]!)
    await test.publish({ kind: 'sessions', uid })

    await expect.poll(() => [...closed].sort()).toEqual(['overlay', 'page', 'panel'])
    expect(page.received('sessionEnded')).toHaveLength(1)
    expect(other.received('sessionEnded')).toHaveLength(0)
  },
)
