/** Puts random payloads into every queue: no job takes a worker down or is tried for ever, and tips go on becoming alerts. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { fuzzRuns, fuzzedValue } from '../contract/fuzzed-input.fixture.ts'
import { exportJob, importJob, tipEventJob } from '../contract/events.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import type { QueueName } from '../db/queue.ts'
import { checkBalance } from '../domain/payments/ledger/check-balance.ts'
import { captureTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { scheduleJob } from './schedules.ts'
import { startWorkers } from './start-workers.ts'
import { backends, createTestContext } from './workers.fixture.ts'

const { seed, numRuns } = fuzzRuns(200)

const jobs: Record<QueueName, [z.ZodMiniType, object]> = {
  'tip-events': [tipEventJob, { eventId: randomUUID() }],
  exports: [exportJob, { exportId: randomUUID() }],
  imports: [importJob, { importId: randomUUID() }],
  schedules: [scheduleJob, { name: 'sweep' }],
}

describe.each(backends)('on %s', (backend) => {
  test.each(Object.entries(jobs))('%s takes any payload', async (queue, [schema, sample]) => {
    await using ctx = await createTestContext(backend)
    ctx.running.push(await startWorkers(ctx))
    const { uid } = await buildCreator(ctx.db)
    const payloads = fc.sample(fuzzedValue(schema, sample), { seed, numRuns })
    const added = payloads.map((data, n) => ({ id: `fuzz-${n}`, data: data as object }))

    for (const job of added) await ctx.queues.add(queue as QueueName, [job]).catch(() => {}) // what is no JSON is refused here
    await captureTip(ctx.db, uid)

    await expect.poll(() => ctx.db.selectFrom('alert').select('seq').execute()).toHaveLength(1)
    await expect.poll(async () => (await ctx.queues.measure(queue as QueueName, 10_000)).waiting).toBe(0)
    expect(await checkBalance(ctx)).toEqual([])
    const crashed = ctx.lines.filter(({ level }) => Number(level) >= 60)
    expect(crashed).toEqual([])
  })
})
