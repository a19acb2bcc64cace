/** The failure table (docs/failures.md), from the commit to the eye: see `payment.e2e.ts` for how. */
import { describe, expect, test } from 'vitest'
import { payTip } from './clients.ts'
import { endOf, openDeliveries, readEnd, readMails, said } from './outcome.ts'
import { patience, setScene } from './fixture.ts'
import { listJobs, stages } from './proxied-product.ts'

const settling = (destination: string) =>
  new RegExp(`update "delivery" set "status"[^]*sent[^]*${destination}`)

describe.each(stages)('with queues on %s', (backend) => {
  const scene = setScene(backend)
  const { hold, letGo } = scene

  // Without Redis the queue is in Postgres, and cannot be lost apart from it.
  describe.each(backend === 'redis' ? [backend] : [])('on the queue / queue lost', () => {
    test('events whose jobs are lost with Redis are put on the queue again', async () => {
      const { stage, creator } = scene
      await stage.workers.kill()
      await payTip(stage, creator, { name: 'Grace' })
      await payTip(stage, creator, { name: 'Ada' })
      await expect.poll(() => listJobs(stage, 'tip-events', creator), patience).toHaveLength(2)
      await stage.redis!.wipe()

      expect(await listJobs(stage, 'tip-events', creator)).toEqual([])
      expect(await openDeliveries(stage, creator)).toEqual(['tip.captured', 'tip.captured'])

      await stage.workers.start()
      expect(await readEnd(scene, 2)).toEqual(endOf({ tips: ['Grace', 'Ada'] }))
    })

    test('deliveries that are due when Redis is lost with its messages are sent, each once', async () => {
      const { stage, creator } = scene
      const left = ['chat-twitch', 'chat-youtube', 'mail']
      const looking = Promise.all([
        hold(stage.wires.workersDb.holdRequest(/set status = 'leased'[^]*mail/)),
        ...left
          .filter((name) => name !== 'mail')
          .map((name) =>
            hold(stage.wires.workersDb.holdRequest(new RegExp(`list_pending_messages[^]*${name}`))),
          ),
      ])
      await looking // each dispatcher polls
      await payTip(stage, creator, { name: 'Grace' })
      await expect.poll(() => openDeliveries(stage, creator), patience).toEqual(left)
      await stage.workers.kill()
      letGo()
      await stage.redis!.wipe()

      expect(await openDeliveries(stage, creator)).toEqual(left)

      await stage.workers.start()
      expect(await readEnd(scene, 1)).toEqual(endOf({ tips: ['Grace'] }))
    })
  })

  describe('job done / not marked', () => {
    test('a fan-out that was done, and nobody heard of it, is done again and changes nothing', async () => {
      const { stage, creator } = scene
      const storing = hold(stage.wires.workersDb.holdAnswer(/fan_out/))
      await payTip(stage, creator, { name: 'Grace' })
      await storing
      await expect.poll(() => openDeliveries(stage, creator), patience).toEqual([])
      await stage.workers.kill()
      letGo()

      expect(await listJobs(stage, 'tip-events', creator)).toHaveLength(1)

      await stage.workers.start()
      await expect.poll(() => listJobs(stage, 'tip-events', creator), patience).toEqual([])
      expect(await readEnd(scene, 1)).toEqual(endOf({ tips: ['Grace'] }))
    })
  })

  describe('stored / message lost', () => {
    test('an alert that nobody rang for is shown at the server’s next look', async () => {
      const { stage, creator, overlay } = scene
      const { workersDb, workersRedis } = stage.wires
      const ringing = hold(
        (workersRedis ?? workersDb).holdRequest(/(publish|pg_notify)[^]*\\?"kind\\?":\\?"alert/i),
      )
      await payTip(stage, creator, { name: 'Grace' })
      await ringing
      await expect.poll(() => openDeliveries(stage, creator), patience).toEqual([])
      await stage.workers.kill() // from here on nobody publishes
      letGo()

      const alerts = await stage.db
        .selectFrom('alert')
        .select('seq')
        .where('creatorUid', '=', creator.uid)
        .execute()
      expect(alerts).toEqual([{ seq: 1 }])

      await expect.poll(() => overlay.shown, patience).toEqual(['Grace'])
      await stage.workers.start()
      expect(await readEnd(scene, 1)).toEqual(endOf({ tips: ['Grace'] }))
    })
  })

  describe('sent / overlay gone', () => {
    test('an alert that was sent and never came is replayed, once', async () => {
      const { stage, creator, overlay } = scene
      await payTip(stage, creator, { name: 'Grace' })
      await expect.poll(() => overlay.shown, patience).toEqual(['Grace'])
      const sending = hold(stage.wires.overlay.cutBefore(/"seq":2\b/))
      await payTip(stage, creator, { name: 'Ada' })
      await sending
      await stage.server.kill()
      letGo()

      const alerts = await stage.db
        .selectFrom('alert')
        .selectAll()
        .where('creatorUid', '=', creator.uid)
        .execute()
      expect(alerts.map(({ seq, shownAt }) => [seq, shownAt])).toEqual([
        [1, null],
        [2, null],
      ])
      expect(overlay.shown).toEqual(['Grace'])

      await stage.server.start()
      await payTip(stage, creator, { name: 'Edsger' })
      expect(await readEnd(scene, 3)).toEqual(endOf({ tips: ['Grace', 'Ada', 'Edsger'] }))
    })
  })

  describe('posted / not marked', () => {
    test('a line that stands in the chat, a mail that was taken: not marked, each is there twice at worst', async () => {
      const { stage, creator } = scene
      const { workersDb } = stage.wires
      const left = ['chat-twitch', 'chat-youtube', 'mail']
      const marking = Promise.all(
        left.map((destination) => hold(workersDb.holdRequest(settling(destination)))),
      )
      await payTip(stage, creator, { name: 'Grace' })
      await marking
      await stage.workers.kill()
      letGo()

      expect(await said(stage, 'twitch', creator)).toEqual(['Grace'])
      expect(await said(stage, 'youtube', creator)).toEqual(['Grace'])
      expect(await readMails(stage, creator)).toHaveLength(1)
      expect(await openDeliveries(stage, creator)).toEqual(left)

      await stage.workers.start()
      // The mail carries the same id both times: that is how an inbox knows it again.
      // Twitch takes no line twice within half a minute, and its refusal is the proof that the first one stands.
      const twice = { youtube: ['Grace'], mail: ['Grace'] }
      expect(await readEnd(scene, 1)).toEqual(endOf({ tips: ['Grace'], twice }))
    })

    test('a line that was begun and not posted stands there once', async () => {
      const { stage, creator } = scene
      const looking = hold(stage.wires.workersDb.holdRequest(/insert into bot_budget[^]*twitch:lines/))
      await payTip(stage, creator, { name: 'Grace' })
      await looking
      await expect.poll(() => openDeliveries(stage, creator), patience).toEqual(['chat-twitch'])
      await stage.workers.kill()
      letGo()

      const begun = stage.db.selectFrom('delivery').select('attempts').where('status', '=', 'leased')
      expect(await begun.where('creatorUid', '=', creator.uid).execute()).toEqual([{ attempts: 1 }])
      expect(await said(stage, 'twitch', creator)).toEqual([])

      await stage.workers.start()
      expect(await readEnd(scene, 1)).toEqual(endOf({ tips: ['Grace'] }))
    })
  })
})
