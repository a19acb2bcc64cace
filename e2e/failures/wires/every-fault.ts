/** Tests each fault of some wires for a minute, and has the server and the workers stop during it. */
import { describe, test } from 'vitest'
import { expectTipsDespite, faults } from '../faulty-wires.ts'
import type { Fault, Wire } from '../faulty-wires.ts'
import { setUpProxiedProduct } from '../fixture.ts'
import { backends } from '../proxied-product.ts'
import type { Backend } from '../../../db/queue-backends.fixture.ts'

const faultMs = Number(process.env.FAULT_SECONDS ?? 60) * 1000

/**
 * Defines the tests of these wires with one queue backend. Each file that calls this starts its own product, so that the files
 * can run in parallel: the tests mostly wait.
 */
export function testEveryFault(backend: Backend, own: readonly Wire[]): void {
  describe.runIf(backends.includes(backend))(`with queues on ${backend}`, () => {
    const fixture = setUpProxiedProduct(backend, { isPaypalProxied: true })

    describe.each(own)('%s', (wire) => {
      test.each(Object.keys(faults) as Fault[])('%s for a minute', async (fault) => {
        await expectTipsDespite(fixture, { own: [wire], fault, faultMs, isStopping: true })
      })
    })
  })
}
