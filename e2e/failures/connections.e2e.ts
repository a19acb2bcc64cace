/**
 * Tests that Postgres may end its connections at any time: no process ends, every tip is recorded once, and its alert is shown.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, test } from 'vitest'
import type { Participants } from './fixture.ts'
import { setUpProxiedProduct } from './fixture.ts'
import { expectShown, pay } from './general-tips.ts'
import { backends } from './proxied-product.ts'

/** Ends what the product has open. Postgres's own processes (autovacuum) belong to its superuser, whom nobody here may end. */
async function endConnections({ product }: Participants): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    product.db,
  )
}

describe.each(backends)('with queues on %s', (backend) => {
  const fixture = setUpProxiedProduct(backend)

  test('Postgres ends all its connections, three times under tips', async () => {
    const tips = Array.from({ length: 12 }, (_, i) => `Supporter ${i + 1}`)

    for (const [i, name] of tips.entries()) {
      const paid = pay(fixture, name)
      if (i % 4 === 2) await endConnections(fixture)
      await paid
    }

    await expectShown(fixture, tips)
  })

  test('Postgres ends all connections again and again while the workers start', async () => {
    const { workers } = fixture.product
    await workers.stop()
    let isStarted = false

    const started = workers.start().finally(() => (isStarted = true))
    for (let n = 1; !isStarted; n++) {
      await endConnections(fixture)
      await sleep(n * 50) // longer each time, so that a slow machine gets to each step of the start as well
    }
    await started
    await pay(fixture, 'after')

    await expectShown(fixture, ['after'])
  })
})
