/**
 * Tests what happens when open connections to Postgres fall silent, while new ones work: supporters pay, and a process gets a stop request.
 */
import { describe, expect, test } from 'vitest'
import { setUpProxiedProduct } from '../fixture.ts'
import { expectShown, pay } from '../general-tips.ts'
import { backends } from '../proxied-product.ts'

describe.each(backends)('with queues on %s', (backend) => {
  const fixture = setUpProxiedProduct(backend)

  test.each(['serverDb', 'workersDb'] as const)(
    'all connections to Postgres fall silent: %s',
    async (wire) => {
      const { product, overlay } = fixture
      await pay(fixture, 'before')
      await expect.poll(() => overlay.shown).toEqual(['before'])

      product.proxies[wire].silence()
      await pay(fixture, 'after')

      await expectShown(fixture, ['before', 'after'])
    },
  )

  test.each([
    ['server', 'serverDb'],
    ['workers', 'workersDb'],
  ] as const)('the %s stop although Postgres falls silent meanwhile', async (name, wire) => {
    const { product } = fixture
    await pay(fixture, 'before')

    product.proxies[wire].silence()
    await product[name].stop()
    await product[name].start()
    await pay(fixture, 'after')

    await expectShown(fixture, ['before', 'after'])
  })
})
