/** What the tests of one file share: a stage, for each test a creator with an overlay, and the wires that were let fall. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Backend } from '../product.ts'
import type { Held } from '../tcp-proxy.ts'
import { castCreator, openOverlay } from './clients.ts'
import type { Creator, Overlay } from './clients.ts'
import { openStage } from './proxied-product.ts'
import type { Stage } from './proxied-product.ts'

export interface Scene {
  readonly stage: Stage
  /** New for each test. */
  readonly creator: Creator
  readonly overlay: Overlay
  /** Resolves when it has happened; forgotten after the test. */
  hold(held: Held): Promise<void>
  letGo(): void
  /** How PayPal tells of what happened: at once, or not at all. */
  setWebhooks(mode: 'normal' | 'drop'): Promise<void>
  /** As if that many minutes had gone by for the orders and webhooks that are open. */
  letTimePass(minutes: number): Promise<void>
}

/** Sets the scene for the tests of a `describe`; its parts are there inside of them. */
export function setScene(backend: Backend): Scene {
  let stage: Stage
  let creator: Creator
  let overlay: Overlay
  let held: Held[] = []

  function letGo(): void {
    for (const each of held) each.letGo()
    held = []
  }

  async function setWebhooks(mode: 'normal' | 'drop'): Promise<void> {
    await stage.sandbox.control('/paypal/control/webhooks', { mode })
  }

  beforeAll(async () => {
    stage = await openStage(backend)
  })
  afterAll(() => stage?.[Symbol.asyncDispose]())
  beforeEach(async () => {
    creator = await castCreator(stage)
    overlay = openOverlay(stage, creator)
    await overlay.isReady
    await setWebhooks('normal')
  })
  afterEach(async () => {
    letGo()
    overlay.close()
    await Promise.all([stage.server.start(), stage.workers.start()]) // where a failed test left them dead
  })

  return {
    get stage() {
      return stage
    },
    get creator() {
      return creator
    },
    get overlay() {
      return overlay
    },
    hold(each) {
      held.push(each)
      return each.reached
    },
    letGo,
    setWebhooks,
    async letTimePass(minutes) {
      await sql`update tip_order set created_at = created_at - ${minutes} * interval '1 minute',
        updated_at = updated_at - ${minutes} * interval '1 minute'`.execute(stage.db)
      await sql`update webhook_event set received_at = received_at - ${minutes} * interval '1 minute'
        where processed_at is null`.execute(stage.db)
    },
  }
}

/** How long to wait for what a repair takes. */
export const patience = { timeout: 30_000, interval: 50 }
