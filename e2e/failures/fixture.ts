/** What the tests of one `describe` share: a product behind proxies, and for each test a new creator with an overlay. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Backend } from '../product.ts'
import type { Interruption } from '../tcp-proxy.ts'
import { buildLiveCreator, openOverlay } from './clients.ts'
import type { Creator, Overlay } from './clients.ts'
import { startProxiedProduct } from './proxied-product.ts'
import type { ProxiedProduct } from './proxied-product.ts'
import { control } from '../../sandbox/sandbox.fixture.ts'

export interface FailureFixture {
  readonly product: ProxiedProduct
  /** A new creator for each test. */
  readonly creator: Creator
  readonly overlay: Overlay
  /** Resolves when the interruption has happened; it is lifted after the test. */
  hold(interruption: Interruption): Promise<void>
  /** Lifts all interruptions. */
  lift(): void
  /** Sets whether PayPal sends its webhooks. */
  setWebhooks(mode: 'normal' | 'drop'): Promise<void>
  /** Makes all orders and unprocessed webhooks older by this many minutes. */
  passTime(minutes: number): Promise<void>
}

/** Starts a product for the tests of a `describe`. The fields of the fixture are set while a test runs. */
export function setUpProxiedProduct(backend: Backend): FailureFixture {
  let product: ProxiedProduct
  let creator: Creator
  let overlay: Overlay
  let interruptions: Interruption[] = []

  function lift(): void {
    for (const interruption of interruptions) interruption.lift()
    interruptions = []
  }

  async function setWebhooks(mode: 'normal' | 'drop'): Promise<void> {
    await control(product.sandbox, '/paypal/control/webhooks', { mode })
  }

  beforeAll(async () => {
    product = await startProxiedProduct(backend)
  })
  afterAll(() => product?.[Symbol.asyncDispose]())
  beforeEach(async () => {
    creator = await buildLiveCreator(product)
    overlay = openOverlay(product, creator)
    await overlay.isReady
    await setWebhooks('normal')
  })
  afterEach(async () => {
    lift()
    overlay.close()
    await Promise.all([product.server.start(), product.workers.start()]) // a failed test may have killed them
  })

  return {
    get product() {
      return product
    },
    get creator() {
      return creator
    },
    get overlay() {
      return overlay
    },
    hold(interruption) {
      interruptions.push(interruption)
      return interruption.reached
    },
    lift,
    setWebhooks,
    async passTime(minutes) {
      await sql`update tip_order set created_at = created_at - ${minutes} * interval '1 minute',
        updated_at = updated_at - ${minutes} * interval '1 minute'`.execute(product.db)
      await sql`update webhook_event set received_at = received_at - ${minutes} * interval '1 minute'
        where processed_at is null`.execute(product.db)
    },
  }
}

/** Options of `expect.poll` for conditions that need a repair. */
export const slowPoll = { timeout: 30_000, interval: 50 }
