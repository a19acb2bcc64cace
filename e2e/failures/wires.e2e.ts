/**
 * Tests that any connection of the product may fall silent: no process ends, every tip is recorded once, and its alert is shown.
 * These tests and those of `provider-wires.e2e.ts` break each connection in one way; those in `wires/` in every way.
 */
import { describe, expect, test } from 'vitest'
import { setUpProxiedProduct } from './fixture.ts'
import { expectTipsDespite } from './faulty-wires.ts'
import type { Wire } from './faulty-wires.ts'
import { expectShown, pay } from './general-tips.ts'
import { backends } from './proxied-product.ts'

describe(`with queues on ${backends[0]}`, () => {
  const fixture = setUpProxiedProduct(backends[0]!)
  const rows: Wire[][] = [
    ['Postgres of the server'],
    ['Postgres of the workers'],
    ...(backends[0] === 'redis' ? [['Redis and its pub/sub'] satisfies Wire[]] : []),
  ]

  test.each(rows.map((own) => [own.join(', '), own] as const))(
    'silent for five seconds: %s',
    async (_, own) => {
      await expectTipsDespite(fixture, { own, fault: 'answers nothing', faultMs: 5_000, isStopping: false })
    },
  )

  test.runIf(backends[0] === 'redis')(
    'a Redis that answers nothing holds up neither tips nor alerts, nor workers that stop',
    async () => {
      const { product, overlay } = fixture
      await pay(fixture, 'before')
      await expect.poll(() => overlay.shown).toEqual(['before'])

      product.redis!.freeze()
      await pay(fixture, 'first')
      await expect.poll(() => overlay.shown).toEqual(['before', 'first'])
      await pay(fixture, 'second')
      await expect.poll(() => overlay.shown).toEqual(['before', 'first', 'second'])
      await product.workers.stop()
      product.redis!.thaw()
      await product.workers.start()
      await pay(fixture, 'after')

      await expectShown(fixture, ['before', 'first', 'second', 'after'])
    },
  )
})
