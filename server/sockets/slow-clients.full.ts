/** Tests clients that stop reading: the number of packets that wait for them is limited, and other clients are still served. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../db/connection.ts'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import type { AlertSocketData } from './alert-feed.ts'
import { joinAlerts, openRawSocket } from './raw-socket.fixture.ts'
import { alertBody, alertMessages, seqsTo, startTestSockets } from './sockets.fixture.ts'
import { writeBufferLength } from './write-buffer.ts'

test('a stalled overlay has a bounded backlog, and gets every alert once it reads again', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = await test.readyOverlay({ userUID: uid })
  const { socket: stalled, send } = openRawSocket(test)
  const seqs: number[] = []
  stalled.on('message', (data: Buffer) => {
    const [, seq] = /"seq":(\d+)\}\]$/.exec(data.toString()) ?? []
    if (seq) seqs.push(Number(seq))
    if (data.toString().startsWith('42/alerts,["ready"')) stalled.pause()
  })
  send(joinAlerts({ userUID: uid, cursor: 0 }))
  const [socket] = test.sockets.io.of('/alerts').sockets.values()
  const { feed } = socket!.data as AlertSocketData
  await expect.poll(() => feed.caughtUp.size).toBe(2)
  await expect.poll(() => stalled.isPaused).toBe(true)

  await storeLargeAlerts(test.db, uid, 1500)
  await test.publish(...alertMessages(uid, [1500]))
  await overlay.waitForSeq(1500)

  const waiting = [...test.sockets.io.of('/alerts').sockets.values()].map(({ conn }) =>
    writeBufferLength(conn),
  )
  expect(Math.max(...waiting)).toBeGreaterThan(0)
  expect(Math.max(...waiting)).toBeLessThanOrEqual(200)
  stalled.resume()
  await expect.poll(() => seqs.at(-1)).toBe(1500)
  expect(seqs).toEqual(seqsTo(1500))
  stalled.terminate()
})

test(
  'a page that answers pings but reads nothing is disconnected, and what waited for it is dropped',
  { timeout: 90_000 }, // the client's backlog takes seconds to grow
  async () => {
    await using test = await startTestSockets()
    const { uid } = await buildCreator(test.db)
    const description = 'x'.repeat(2000)
    for (let i = 0; i < 100; i++) await buildGoal(test.db, uid, { description, title: `Goal ${i}` })
    const page = test.page({ userUID: uid })
    await expect.poll(() => page.received('goals').length).toBe(1)
    const stalled = openRawSocket(test)
    stalled.send(`40/live,${JSON.stringify({ userUID: uid })}`)
    expect(await stalled.outcome).toBe('joined')
    stalled.socket.pause()

    await expect
      .poll(
        async () => {
          await test.publish({ kind: 'live', creatorUid: uid })
          return test.sockets.io.engine.clientsCount
        },
        { interval: 20, timeout: 80_000 },
      )
      .toBe(1)
    expect(page.socket.connected).toBe(true)
    stalled.socket.terminate()
  },
)

/** Stores so many long alerts that the buffers of the operating system cannot hold them. */
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
