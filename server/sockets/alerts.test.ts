import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../db/connection.ts'
import { listAlertsAfter } from '../../db/queries/alerts.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import type { AlertSocketData } from './alert-room.ts'
import { alertBody, buildAlerts, rawSocket, ringFor, startTestSockets, upTo } from './sockets.fixture.ts'

const bells = ['postgres', 'redis'] as const

test.each(bells)('an alert reaches the overlay when the %s bell rings', async (bell) => {
  await using test = await startTestSockets(bell)
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid })
  expect(await overlay.begins()).toBe(0)

  const seq = await buildAlerts(test.db, uid, 1)
  await test.ring(...ringFor(uid, [seq]))

  await overlay.reaches(1)
  expect(overlay.alerts).toEqual([{ ...alertBody, seq: 1, id: expect.any(String) }])
})

test.each(bells)(
  'alerts come in order and once, however the rings of the %s bell overlap, repeat and overtake each other',
  async (bell) => {
    await using test = await startTestSockets(bell)
    const { uid } = await buildCreator(test.db)
    const overlays = [1, 2, 3].map(() => test.overlay({ userUID: uid, cursor: 0 }))
    await Promise.all(overlays.map((overlay) => overlay.begins()))

    await Promise.all(
      upTo(40).map(async () => {
        const seq = await buildAlerts(test.db, uid, 1)
        await test.ring(...ringFor(uid, [seq, Math.max(1, seq - 3), seq]))
      }),
    )

    for (const overlay of overlays) await overlay.reaches(40)
    for (const overlay of overlays) expect(overlay.seqs()).toEqual(upTo(40))
  },
)

test('alerts that come with their ring are served without a read; behind a gap they are read', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid })
  await overlay.begins()
  const carried = (seq: number) => ({ ...alertBody, seq, id: randomUUID() })

  await test.ring({ kind: 'alert', creatorUid: uid, seq: 2, alerts: [carried(1), carried(2)] }) // in no table
  await overlay.reaches(2)
  await buildAlerts(test.db, uid, 4)
  await test.ring({ kind: 'alert', creatorUid: uid, seq: 4, alerts: [carried(4)] })
  await overlay.reaches(4)
  await test.ring({ kind: 'alert', creatorUid: uid, seq: 4, alerts: [carried(3), carried(4)] })

  const stored = await listAlertsAfter(test.db, uid, 2, 10)
  expect(overlay.seqs()).toEqual([1, 2, 3, 4])
  expect(overlay.alerts.slice(2)).toEqual(stored)
})

test('a gap is read once for all overlays of a room', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlays = upTo(30).map(() => test.overlay({ userUID: uid }))
  await Promise.all(overlays.map((overlay) => overlay.begins()))
  const seq = await buildAlerts(test.db, uid, 7)
  test.readsOf('alert')

  await test.ring(...ringFor(uid, [seq]))

  for (const overlay of overlays) await overlay.reaches(7)
  expect(test.readsOf('alert')).toBe(1)
})

test('an overlay that comes back with its cursor gets what it missed, over many pages, and then what is new', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const last = await buildAlerts(test.db, uid, 120)
  const away = test.overlay({ userUID: uid, cursor: last - 20 })
  const longAway = test.overlay({ userUID: uid, cursor: 0 })
  await Promise.all([away.reaches(last), longAway.reaches(last)])

  await test.ring(...ringFor(uid, [await buildAlerts(test.db, uid, 1)]))

  await Promise.all([away.reaches(121), longAway.reaches(121)])
  expect(away.seqs()).toEqual(upTo(121, 101))
  expect(longAway.seqs()).toEqual(upTo(121))
})

test('alerts that come while an overlay reads on are neither lost nor doubled', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 130)
  const present = test.overlay({ userUID: uid })
  await present.begins()

  const late = test.overlay({ userUID: uid, cursor: 0 })
  for (let i = 0; i < 20; i++) await test.ring(...ringFor(uid, [await buildAlerts(test.db, uid, 1)]))

  await Promise.all([late.reaches(150), present.reaches(150)])
  expect(late.seqs()).toEqual(upTo(150))
  expect(present.seqs()).toEqual(upTo(150, 131))
})

test('without a cursor an overlay begins at the head, and with one from the future it is put there', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 3)
  const fresh = test.overlay({ userUID: uid })
  const lost = test.overlay({ userUID: uid, cursor: 2 ** 50 })
  expect([await fresh.begins(), await lost.begins()]).toEqual([3, 3])

  await test.ring(...ringFor(uid, [await buildAlerts(test.db, uid, 1)]))

  await Promise.all([fresh.reaches(4), lost.reaches(4)])
  expect([fresh.seqs(), lost.seqs()]).toEqual([[4], [4]])
})

test('an overlay is level with its creator after one read of its place', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 2)
  test.readsOf('alert')

  const overlay = test.overlay({ userUID: uid })

  expect(await overlay.begins()).toBe(2)
  expect([test.readsOf('account'), test.readsOf('alert')]).toEqual([1, 0])
  const seq = await buildAlerts(test.db, uid, 1)
  await test.ring(...ringFor(uid, [seq]))
  await overlay.reaches(3)
})

test('creators do not hear each other', async () => {
  await using test = await startTestSockets()
  const [one, two] = [await buildCreator(test.db), await buildCreator(test.db)]
  const [first, second] = [one, two].map(({ uid }) => test.overlay({ userUID: uid, cursor: 0 }))
  await Promise.all([first!.begins(), second!.begins()])

  await buildAlerts(test.db, one.uid, 3)
  await buildAlerts(test.db, two.uid, 1)
  await test.ring(...ringFor(one.uid, [3]), ...ringFor(two.uid, [1]))

  await Promise.all([first!.reaches(3), second!.reaches(1)])
  const rows = await test.db.selectFrom('alert').select(['id', 'creatorUid']).orderBy('seq').execute()
  const idsOf = (uid: string) => rows.filter(({ creatorUid }) => creatorUid === uid).map(({ id }) => id)
  expect(first!.alerts.map(({ id }) => id)).toEqual(idsOf(one.uid))
  expect(second!.alerts.map(({ id }) => id)).toEqual(idsOf(two.uid))
})

test('what waits for a stalled overlay is bounded, and it gets all of it once it reads again', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const brisk = test.overlay({ userUID: uid })
  await brisk.begins()
  const stalled = rawSocket(test)
  const got: number[] = []
  stalled.on('message', (data: Buffer) => {
    const [, seq] = /"seq":(\d+)\}\]$/.exec(data.toString()) ?? []
    if (seq) got.push(Number(seq))
    if (data.toString().startsWith('42/alerts,["ready"')) stalled.pause()
  })
  stalled.on('open', () => stalled.send(`40/alerts,${JSON.stringify({ userUID: uid, cursor: 0 })}`))
  const [some] = test.sockets.io.of('/alerts').sockets.values()
  const room = (some!.data as AlertSocketData).room
  await expect.poll(() => room.level.size).toBe(2)
  await expect.poll(() => stalled.isPaused).toBe(true)

  await storeLargeAlerts(test.db, uid, 1500)
  await test.ring(...ringFor(uid, [1500]))
  await brisk.reaches(1500)

  const backlogs = [...test.sockets.io.of('/alerts').sockets.values()].map(
    ({ conn }) => conn['writeBuffer'].length,
  )
  expect(Math.max(...backlogs)).toBeGreaterThan(0)
  expect(Math.max(...backlogs)).toBeLessThanOrEqual(200)
  stalled.resume()
  await expect.poll(() => got.at(-1), { timeout: 20_000 }).toBe(1500)
  expect(got).toEqual(upTo(1500))
  stalled.terminate()
})

/** More than the kernel's buffers hold. */
async function storeLargeAlerts(db: Db, creatorUid: string, count: number): Promise<void> {
  const body = JSON.stringify({ ...alertBody, message: 'x'.repeat(12_000) })
  await sql`
    with event as (
      insert into outbox (type, creator_uid, payload)
      select 'alert.tested', ${creatorUid}::uuid, '{}' from generate_series(1, ${count}::int) returning event_id
    ), counted as (
      update creator_counter set alert_seq = ${count}::int where creator_uid = ${creatorUid}::uuid
    )
    insert into alert (creator_uid, seq, event_id, is_test, body)
    select ${creatorUid}::uuid, row_number() over (), event_id, false, ${body}::jsonb from event`.execute(db)
}
