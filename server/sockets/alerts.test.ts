import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Db } from '../../db/connection.ts'
import { listAlertsAfter } from '../../db/queries/alerts.ts'
import { buildCreator, buildSupporter } from '../../db/test-builders.ts'
import { alertBody, buildAlerts, startTestSockets } from './test-sockets.ts'
import type { TestSockets } from './test-sockets.ts'

const bells = ['postgres', 'redis'] as const

function upTo(last: number, first = 1): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

function ringFor(creatorUid: string, seqs: number[]) {
  return seqs.map((seq) => ({ kind: 'alert' as const, creatorUid, seq }))
}

function shownSeqs(db: Db): Promise<number[]> {
  const rows = db.selectFrom('alert').select('seq').where('shownAt', 'is not', null).orderBy('seq').execute()
  return rows.then((shown) => shown.map(({ seq }) => seq))
}

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

test('an overlay ahead of its room, because a ring was lost, keeps its place', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const present = test.overlay({ userUID: uid })
  await present.begins()
  await buildAlerts(test.db, uid, 5)

  const ahead = test.overlay({ userUID: uid, cursor: 4 })

  expect(await ahead.begins()).toBe(4)
  await Promise.all([ahead.reaches(5), present.reaches(5)])
  expect([ahead.seqs(), present.seqs()]).toEqual([[5], upTo(5)])
})

test('an alert that rings while an overlay’s place is on its way from the database is not lost', async () => {
  await using test = await startTestSockets()
  const [{ uid }, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  const witness = test.overlay({ userUID: other.uid })
  await witness.begins()
  const answers = test.holdAnswers()
  const overlay = test.overlay({ userUID: uid })
  await expect.poll(answers.count).toBe(1)

  await test.ring(...ringFor(uid, [await buildAlerts(test.db, uid, 1)]))
  const seq = await buildAlerts(test.db, other.uid, 1)
  await test.ring({
    kind: 'alert',
    creatorUid: other.uid,
    seq,
    alerts: [{ ...alertBody, id: other.uid, seq }],
  })
  await witness.reaches(1) // so the first ring was heard, too
  answers.release()

  expect(await overlay.begins()).toBe(0)
  await expect.poll(() => overlay.seqs(), { timeout: 3000 }).toEqual([1]) // sooner than the next look
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

test('a connection keeps nothing of the request that opened it', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await test.overlay({ userUID: uid }).begins()

  const [socket] = test.sockets.io.of('/alerts').sockets.values()

  expect(socket!.request).toBeUndefined()
})

test('an alert whose ring was lost comes with the next look', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid })
  await overlay.begins()

  await buildAlerts(test.db, uid, 2)

  await overlay.reaches(2)
  expect(overlay.seqs()).toEqual([1, 2])
})

test('after a time of deafness all rooms are read on', async () => {
  await using test = await startTestSockets('postgres')
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid })
  await overlay.begins()
  const begun = Date.now()
  const ears = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'brimful-bell'`

  await ears.execute(test.db)
  await buildAlerts(test.db, uid, 1)

  await overlay.reaches(1)
  expect(Date.now() - begun).toBeLessThan(4000) // sooner than the next look
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

test('only the word of the creator’s own session counts that an alert was shown', async () => {
  await using test = await startTestSockets()
  const [creator, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  await buildAlerts(test.db, creator.uid, 3)
  const hello = { userUID: creator.uid, cursor: 0 }
  const strangers = [test.overlay(hello), test.overlay(hello, await test.signIn(other.uid))]
  const own = test.overlay(hello, await test.signIn(creator.uid))
  await Promise.all([...strangers, own].map((overlay) => overlay.reaches(3)))

  for (const { socket } of strangers) socket.emit('alert:shown', 1)
  for (const { socket } of strangers) socket.disconnect()
  await expect.poll(() => test.sockets.io.of('/alerts').sockets.size).toBe(1)
  own.socket.emit('alert:shown', 2)

  await expect.poll(() => shownSeqs(test.db)).toEqual([2])
  const { shownSeq } = await test.db
    .selectFrom('creatorCounter')
    .select('shownSeq')
    .where('creatorUid', '=', creator.uid)
    .executeTakeFirstOrThrow()
  expect(shownSeq).toBe(2)
})

test('junk changes nothing and hurts nobody', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 2)
  const own = test.overlay({ userUID: uid, cursor: 0 }, await test.signIn(uid))
  await own.reaches(2)
  const wild = own.socket as unknown as { emit(event: string, ...args: unknown[]): void }

  for (const junk of ['1', -1, 1.5, null, undefined, {}, [1], 1e300, 99, Buffer.from('1')])
    wild.emit('alert:shown', junk)
  wild.emit('alert', { seq: 7 })
  wild.emit('__proto__', 1)
  wild.emit('alert:shown')
  wild.emit('alert:shown', 2, 'and more')

  await expect.poll(() => shownSeqs(test.db)).toEqual([2])
  expect(own.socket.connected).toBe(true)
})

test('a frame that is too large, or is no packet, ends its own connection only', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid, cursor: 0 })
  await overlay.begins()

  for (const frame of ['x'.repeat(17_000), '4{"', '42["alert:shown",', 'zzz', '40/alerts,{"userUID":']) {
    const socket = rawSocket(test)
    socket.on('open', () => socket.send(frame))
    await new Promise((closed) => socket.on('close', closed))
  }

  await test.ring(...ringFor(uid, [await buildAlerts(test.db, uid, 1)]))
  await overlay.reaches(1)
  expect(overlay.ready).toHaveLength(1) // never left
})

test('a hello that is wrong is refused with a code, and so is an address of nobody', async () => {
  await using test = await startTestSockets()
  const supporter = await buildSupporter(test.db)
  const creator = await buildCreator(test.db)
  const hellos: [object, string][] = [
    [{}, 'invalid_input'],
    [{ userUID: 'mira' }, 'invalid_input'],
    [{ userUID: creator.uid, cursor: -1 }, 'invalid_input'],
    [{ userUID: creator.uid, cursor: '7' }, 'invalid_input'],
    [{ userUID: randomUUID() }, 'not_found'],
    [{ userUID: supporter.uid }, 'not_found'],
  ]

  for (const [hello, code] of hellos) {
    const overlay = test.overlay(hello as { userUID: string })
    await expect.poll(() => overlay.refusals).toEqual([code])
  }
})

test('an address in capitals is the same address', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid.toUpperCase() }, await test.signIn(uid))
  await overlay.begins()

  await test.ring(...ringFor(uid, [await buildAlerts(test.db, uid, 1)]))
  await overlay.reaches(1)
  overlay.socket.emit('alert:shown', 1)

  await expect.poll(() => shownSeqs(test.db)).toEqual([1])
})

test('a page of another site gets no socket, one of our own does', async () => {
  await using test = await startTestSockets()
  const tryFrom = (origin: string) =>
    new Promise<string>((settle) => {
      const socket = rawSocket(test, origin)
      socket.on('open', () => settle('open'))
      socket.on('error', (error) => settle(error.message))
      socket.on('open', () => socket.close())
    })

  const outcomes = await Promise.all(
    ['https://evil.example', 'null', test.url, 'https://brimful.example'].map(tryFrom),
  )

  const refusal = 'Unexpected server response: 400'
  expect(outcomes).toEqual([refusal, refusal, 'open', 'open'])
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
  await expect.poll(() => test.sockets.io.of('/alerts').adapter.rooms.get(uid)?.size).toBe(2)
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

function rawSocket({ url }: TestSockets, origin?: string): WebSocket {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, origin === undefined ? {} : { origin })
  socket.on('error', () => {})
  return socket
}
