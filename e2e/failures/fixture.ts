/** Starts a product behind proxies for the tests in a `describe` and, for each test, creates a creator with an overlay. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Backend } from '../../db/queue-backends.fixture.ts'
import type { Interruption } from '../../db/tcp-proxy.fixture.ts'
import { buildLiveCreator, openOverlay } from './clients.ts'
import type { Creator, Overlay } from './clients.ts'
import { startProxiedProduct } from './proxied-product.ts'
import type { ProxiedProduct, ProxyOptions } from './proxied-product.ts'

/** A creator, the creator's overlay and the product, as one test gets them from the fixture. */
export interface Participants {
  product: ProxiedProduct
  creator: Creator
  overlay: Overlay
}

/** Starts a product for the tests in a `describe`. The properties of the result are set while a test runs. */
export function setUpProxiedProduct(backend: Backend, options: ProxyOptions = {}) {
  const now: Participants = Object.create(null)
  let interruptions: Interruption[] = []

  function lift(): void {
    for (const interruption of interruptions) interruption.lift()
    interruptions = []
  }

  async function setWebhooks(mode: 'normal' | 'drop'): Promise<void> {
    await now.product.control('/paypal/control/webhooks', { mode })
  }

  beforeAll(async () => {
    now.product = await startProxiedProduct(backend, options)
  })
  afterAll(() => now.product?.[Symbol.asyncDispose]())
  beforeEach(async () => {
    now.creator = await buildLiveCreator(now.product)
    now.overlay = openOverlay(now.product.overlayUrl, now.creator.uid)
    await now.overlay.isReady
    await setWebhooks('normal')
  })
  afterEach(async () => {
    lift()
    now.overlay.close()
    await Promise.all([now.product.server.start(), now.product.workers.start()]) // restarts the processes, because a failed test may have killed them
  })

  return Object.assign(now, {
    lift,
    setWebhooks,
    /** Resolves once the interruption has taken effect. The fixture ends it after the test. */
    hold(interruption: Interruption): Promise<void> {
      interruptions.push(interruption)
      return interruption.reached
    },
    /** Makes all orders and unprocessed webhooks this many minutes older. */
    async passTime(minutes: number): Promise<void> {
      await sql`update tip_order set created_at = created_at - ${minutes} * interval '1 minute',
        updated_at = updated_at - ${minutes} * interval '1 minute'`.execute(now.product.db)
      await sql`update webhook_event set received_at = received_at - ${minutes} * interval '1 minute'
        where processed_at is null`.execute(now.product.db)
    },
  })
}
