/** Tests the failures in docs/failures.md from the commit to the overlay, with the method that `payment.e2e.ts` explains. */
import { describe, expect, test } from 'vitest'
import { killableProduct } from './killable-product.ts'
import { testMessageLost, testOverlayGone } from './kills.ts'
import { chatNames, dueDeliveries, expectOutcome, readMails } from './outcome.ts'
import { setUpProxiedProduct } from './fixture.ts'
import { listJobs, backends } from './proxied-product.ts'
import { payTip } from '../tip-requests.ts'

const markingSent = /update delivery set status = case when id/
/** The statements by which a worker takes what is due to each destination. While they are held, nothing is sent. */
const polls = [
  /list_pending_chats[^]*chat-twitch/,
  /list_pending_chats[^]*chat-youtube/,
  /set status = 'leased'[^]*mail/,
]

describe.each(backends)('with queues on %s', (backend) => {
  const fixture = setUpProxiedProduct(backend)
  const { hold, lift } = fixture

  // Without Redis the queue is in Postgres and cannot be lost separately.
  describe.each(backend === 'redis' ? [backend] : [])('on the queue / queue lost', () => {
    test('events whose jobs are lost with Redis are enqueued again', async () => {
      const { product, creator } = fixture
      await product.workers.kill()
      await payTip(product, creator, { name: 'Grace' })
      await payTip(product, creator, { name: 'Ada' })
      await expect.poll(() => listJobs(product, 'tip-events', creator)).toHaveLength(2)
      await product.redis!.flush()

      expect(await listJobs(product, 'tip-events', creator)).toEqual([])
      expect(await dueDeliveries(product, creator)).toEqual(['tip.captured', 'tip.captured'])

      await product.workers.start()
      await expectOutcome(fixture, { tips: ['Grace', 'Ada'] })
    })

    test('deliveries that are due when Redis and its messages are lost are sent, each once', async () => {
      const { product, creator } = fixture
      const { workersDb } = product.proxies
      await Promise.all(polls.map((poll) => hold(workersDb.holdRequest(poll))))
      await payTip(product, creator, { name: 'Grace' })
      const destinations = ['chat-twitch', 'chat-youtube', 'mail']
      await expect.poll(() => dueDeliveries(product, creator)).toEqual(destinations)
      await product.workers.kill()
      lift()
      await product.redis!.flush()

      expect(await dueDeliveries(product, creator)).toEqual(destinations)

      await product.workers.start()
      await expectOutcome(fixture, { tips: ['Grace'] })
    })
  })

  describe('job done / not marked', () => {
    test('a fan-out that was committed without a response is repeated without effect', async () => {
      const { product, creator } = fixture
      const { workersDb } = product.proxies
      await Promise.all(polls.map((poll) => hold(workersDb.holdRequest(poll))))
      const storing = hold(workersDb.holdResponse(/fan_out/))
      await payTip(product, creator, { name: 'Grace' })
      await storing // by then it is committed, and before its timeout nothing repeats it
      await product.workers.kill()
      lift()

      expect(await listJobs(product, 'tip-events', creator)).toHaveLength(1)

      await product.workers.start()
      await expect.poll(() => listJobs(product, 'tip-events', creator)).toEqual([])
      await expectOutcome(fixture, { tips: ['Grace'] })
    })
  })

  describe('stored / message lost', () => {
    testMessageLost(() => killableProduct(fixture))
  })

  describe('sent / overlay gone', () => {
    testOverlayGone(() => killableProduct(fixture))
  })

  describe('posted / not marked', () => {
    test('a chat message or mail that was sent but not marked as sent is sent twice at most', async () => {
      const { product, creator } = fixture
      const { workersDb } = product.proxies
      const destinations = ['chat-twitch', 'chat-youtube', 'mail']
      // Where the bot is a moderator it may repeat itself, so there the message would appear twice on Twitch as well.
      await product.control('/twitch/control/channels', { channel: creator.name, mod: false })
      const marking = hold(workersDb.holdRequest(markingSent))
      await payTip(product, creator, { name: 'Grace' })
      await marking
      await expect.poll(() => chatNames(product, 'twitch', creator)).toEqual(['Grace'])
      await expect.poll(() => chatNames(product, 'youtube', creator)).toEqual(['Grace'])
      await expect.poll(() => readMails(product, creator)).toHaveLength(1)
      await product.workers.kill()
      lift()

      expect(await dueDeliveries(product, creator)).toEqual(destinations)

      await product.workers.start()
      // Both emails have the same Message-ID, so a mail program detects the duplicate. Twitch rejects a repeated message within 30 seconds,
      // so its rejection proves that the first one was posted.
      const twice = { youtube: ['Grace'], mail: ['Grace'] }
      await expectOutcome(fixture, { tips: ['Grace'], twice })
    })

    test('a chat message whose attempt was recorded but not posted is posted once', async () => {
      const { product, creator } = fixture
      const throttling = hold(product.proxies.workersDb.holdRequest(/insert into bot_budget[^]*twitch:lines/))
      await payTip(product, creator, { name: 'Grace' })
      await throttling
      await expect.poll(() => dueDeliveries(product, creator)).toEqual(['chat-twitch'])
      await product.workers.kill()
      lift()

      const attempted = product.db.selectFrom('delivery').select('attempts').where('status', '=', 'leased')
      expect(await attempted.where('creatorUid', '=', creator.uid).execute()).toEqual([{ attempts: 1 }])
      expect(await chatNames(product, 'twitch', creator)).toEqual([])

      await product.workers.start()
      await expectOutcome(fixture, { tips: ['Grace'] })
    })
  })
})
