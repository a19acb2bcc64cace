/** Tests that a page or widget of `/live` sees nothing longer than its session, its key or the creator's account allows. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator, buildGoal, buildSupporter } from '../../db/builders.fixture.ts'
import { replaceOverlayKey } from '../../db/queries/alerts/overlay-settings.ts'
import { endSession } from '../../domain/accounts/sessions.ts'
import { removeModerator } from '../../domain/panel/moderators.ts'
import { hashToken, makeToken } from '../../domain/security/tokens.ts'
import { pubSubBackends, startTestSockets } from './sockets.fixture.ts'
import type { TestPage, TestSockets } from './sockets.fixture.ts'

const isOpen = ({ socket }: TestPage) => socket.connected

async function giveKey({ db }: TestSockets, uid: string): Promise<string> {
  const key = makeToken()
  await replaceOverlayKey(db, uid, { keyHash: hashToken(key)!, keySealed: 'sealed' })
  return key
}

/** Follows why a page is refused. */
function followRefusals({ socket }: TestPage): unknown[] {
  const refusals: unknown[] = []
  socket.on(
    'connect_error',
    (error) => void refusals.push((error as { data?: { code?: string } }).data?.code),
  )
  return refusals
}

test('a control panel that is a widget as well is refused, because a widget outlives the session', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const session = await test.signIn(uid)

  const both = test.page({ panel: uid, userUID: uid, wants: 'goals' }, session)
  const refusals = followRefusals(both)

  await expect.poll(() => refusals).toEqual(['invalid_input'])
  expect(both.received('panelTips')).toEqual([])
})

/** How access ends, the page that it opens, and which of the server's reads then decides that. */
const ends = {
  async 'the session of a control panel'(test: TestSockets) {
    const { uid } = await buildCreator(test.db)
    const session = await test.signIn(uid)
    return {
      decidedBy: 1,
      open: () => test.page({ panel: uid }, session),
      async end() {
        await endSession(test.db, session.split('=')[1]!)
        return { kind: 'sessions', uid } as const
      },
    }
  },
  async 'the session of the creator’s own totals'(test: TestSockets) {
    const { uid } = await buildCreator(test.db)
    const session = await test.signIn(uid)
    return {
      decidedBy: 1,
      open: () => test.page({ userUID: uid, wants: 'totals' }, session),
      async end() {
        await endSession(test.db, session.split('=')[1]!)
        return { kind: 'sessions', uid } as const
      },
    }
  },
  async 'the key of a scene'(test: TestSockets) {
    const { uid } = await buildCreator(test.db)
    const key = await giveKey(test, uid)
    return {
      decidedBy: 1,
      open: () => test.page({ userUID: uid, wants: 'scene', key }),
      async end() {
        await giveKey(test, uid)
        return { kind: 'overlay-access', creatorUid: uid } as const
      },
    }
  },
  async 'a moderator’s access'(test: TestSockets) {
    const [{ uid }, moderator] = [await buildCreator(test.db), await buildSupporter(test.db)]
    await test.db.insertInto('moderator').values({ creatorUid: uid, moderatorUid: moderator.uid }).execute()
    const session = await test.signIn(moderator.uid)
    return {
      decidedBy: 2,
      open: () => test.page({ panel: uid }, session),
      async end() {
        await removeModerator(test.db, uid, moderator.uid, uid)
        return { kind: 'panel-access', creatorUid: uid } as const
      },
    }
  },
}

test.each(Object.entries(ends))('%s that ends while the page connects opens nothing', async (_, prepare) => {
  await using test = await startTestSockets()
  const { open, end, decidedBy } = await prepare(test)
  const stranger = await buildCreator(test.db)
  const witness = test.page({ userName: stranger.userName })
  for (const state of ['goals', 'leaderboard'] as const)
    await expect.poll(() => witness.received(state)).toHaveLength(1)
  let results = test.holdResults()
  const page = open()
  const refusals = followRefusals(page)
  let closings = 0
  page.socket.on('disconnect', () => (closings += 1))
  for (let n = 1; n <= decidedBy; n++) {
    await expect.poll(results.count).toBeGreaterThan(0)
    if (n === decidedBy) break
    results.release()
    results = test.holdResults()
  }
  results.passNew() // the server has read what decides, and waits for its result

  await test.publish(await end())
  await test.publish({ kind: 'live', creatorUid: stranger.uid })
  await expect.poll(() => witness.received('goals').length).toBeGreaterThan(1) // messages arrive in order
  results.release()

  // Another read may have been held in its place: then the page was open, and was closed.
  await expect.poll(() => refusals.length + closings > 0 && !isOpen(page)).toBe(true)
})

test.each(Object.entries(ends))('%s that ends while messages are lost is noticed', async (_, prepare) => {
  await using test = await startTestSockets('postgres')
  const { open, end } = await prepare(test)
  const page = open()
  await expect.poll(() => isOpen(page)).toBe(true)
  const refusals = followRefusals(page)

  await end()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'brimful-pubsub'`.execute(test.db)

  await expect.poll(() => isOpen(page)).toBe(false)
  page.socket.connect()
  await expect.poll(() => refusals.length).toBeGreaterThan(0)
})

test.each(pubSubBackends)(
  'pages whose access goes on stay open when others end (%s pub/sub)',
  async (backend) => {
    await using test = await startTestSockets(backend)
    const { uid, userName } = await buildCreator(test.db)
    const session = await test.signIn(uid)
    const pages = [
      test.page({ panel: uid }, session),
      test.page({ userName }, session),
      test.page({ userUID: uid, wants: 'goals' }),
    ]
    for (const page of pages) await expect.poll(() => isOpen(page)).toBe(true)
    let closed = 0
    for (const { socket } of pages) socket.on('disconnect', () => (closed += 1))
    const other = await test.signIn(uid)
    const ended = test.page({ panel: uid }, other)
    await expect.poll(() => isOpen(ended)).toBe(true)

    await endSession(test.db, other.split('=')[1]!)
    await test.publish({ kind: 'sessions', uid })

    await expect.poll(() => isOpen(ended)).toBe(false)
    expect(closed).toBe(0)
  },
)

test('a creator whose account is to be deleted is shown to nobody, however the page names them', async () => {
  await using test = await startTestSockets()
  const [{ uid, userName }, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  await buildGoal(test.db, uid)
  await sql`update account set deletion_due_at = now() + interval '7 days' where uid = ${uid}`.execute(
    test.db,
  )

  const wants = [undefined, 'goals', 'leaderboard', 'timers'] as const
  const pages = [
    test.page({ userName }),
    ...wants.map((one) => test.page({ userUID: uid, ...(one && { wants: one }) })),
  ]
  const others = wants.map((one) => test.page({ userUID: other.uid, ...(one && { wants: one }) }))

  for (const page of others)
    await expect
      .poll(
        () =>
          page.received('goals').length +
          page.received('leaderboard').length +
          page.received('timers').length,
      )
      .toBeGreaterThan(0)
  for (const page of pages) {
    await expect.poll(() => isOpen(page)).toBe(true)
    expect([page.received('goals'), page.received('leaderboard'), page.received('timers')]).toEqual([
      [],
      [],
      [],
    ])
  }
})
