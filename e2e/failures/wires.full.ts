/** Every wire broken in every way for a minute, on both queue backends, with both processes asked to stop at the end of it. */
import { describe, test } from 'vitest'
import { expectTipsDespite, faults, wires } from './faulty-wires.ts'
import type { Fault, Wire } from './faulty-wires.ts'
import { setUpProxiedProduct } from './fixture.ts'
import { backends } from './proxied-product.ts'

const faultMs = Number(process.env.FAULT_SECONDS ?? 60) * 1000

describe.each(backends)('with queues on %s', (backend) => {
  const fixture = setUpProxiedProduct(backend, { isPaypalProxied: true })
  const own = (Object.keys(wires) as Wire[]).filter(
    (wire) => !wire.startsWith('Redis') || backend === 'redis',
  )

  describe.each(own)('%s', (wire) => {
    test.each(Object.keys(faults) as Fault[])('%s for a minute', async (fault) => {
      await expectTipsDespite(fixture, { own: [wire], fault, faultMs, isStopping: true })
    })
  })
})
