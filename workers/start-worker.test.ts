import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { tipEventJob } from '../contract/events.ts'
import { GiveUpError } from './errors.ts'
import { startWorker } from './start-worker.ts'
import { backends, createTestContext } from './workers.fixture.ts'
import type { TestContext } from './workers.fixture.ts'

/** Starts a worker that executes the script of each job, one step per run. After the last step the job succeeds. */
function startScripted(ctx: TestContext, script: Record<string, (() => void)[]>) {
  const runs: { eventId: string; at: number }[] = []
  startWorker(ctx, {
    queue: 'tip-events',
    schema: tipEventJob,
    async process({ eventId }) {
      runs.push({ eventId, at: Date.now() })
      script[eventId]?.shift()?.()
    },
  })
  return runs
}

const fail = (error: Error) => () => {
  throw error
}

function outcomes({ lines }: TestContext, eventId: string) {
  return lines
    .filter(({ job }) => job === `dl-${eventId}`)
    .map(({ outcome, attempt }) => `${outcome} ${attempt}`)
}

async function add(ctx: TestContext, ...eventIds: string[]): Promise<void> {
  await ctx.queues.add(
    'tip-events',
    eventIds.map((eventId) => ({ id: `dl-${eventId}`, data: { eventId } })),
  )
}

describe.each(backends)('on %s', (backend) => {
  test('a failure is tried again, and costs an attempt', async () => {
    await using ctx = await createTestContext(backend)
    const id = randomUUID()
    startScripted(ctx, { [id]: [fail(new Error('once'))] })

    await add(ctx, id)

    await expect.poll(() => outcomes(ctx, id)).toEqual(['failed 1', 'done 2'])
  })

  test('a job that gives up does not come back', async () => {
    await using ctx = await createTestContext(backend)
    const [hopeless, other] = [randomUUID(), randomUUID()]
    const runs = startScripted(ctx, { [hopeless]: [fail(new GiveUpError('banned'))] })

    await add(ctx, hopeless)
    await expect.poll(() => outcomes(ctx, hopeless)).toEqual(['gave_up 1'])
    await add(ctx, other)

    await expect.poll(() => outcomes(ctx, other)).toEqual(['done 1'])
    expect(runs.map(({ eventId }) => eventId)).toEqual([hopeless, other])
    expect(ctx.lines).toContainEqual(expect.objectContaining({ outcome: 'gave_up', reason: 'banned' }))
  })

  test('a job that does not fit its schema never reaches its processor', async () => {
    await using ctx = await createTestContext(backend)
    const id = randomUUID()
    const runs = startScripted(ctx, {})

    await ctx.queues.add('tip-events', [{ id: 'junk-1', data: { eventId: 'not an id' } }])
    await add(ctx, id)

    await expect.poll(() => outcomes(ctx, id)).toEqual(['done 1'])
    const failed = expect.objectContaining({ job: 'junk-1', outcome: 'failed', attempt: 1 })
    await expect.poll(() => ctx.lines).toContainEqual(failed)
    expect(runs.map(({ eventId }) => eventId)).toEqual([id])
  })

  test('a log line of a failure holds none of the fields that a library hung on the error', async () => {
    await using ctx = await createTestContext(backend)
    const id = randomUUID()
    startScripted(ctx, {
      [id]: [fail(Object.assign(new Error('refused'), { code: 'EFOO', config: { token: 'canary' } }))],
    })

    await add(ctx, id)

    await expect.poll(() => outcomes(ctx, id)).toContain('done 2')
    expect(ctx.lines).toContainEqual(
      expect.objectContaining({
        outcome: 'failed',
        error: { name: 'Error', message: 'refused', code: 'EFOO' },
      }),
    )
    expect(JSON.stringify(ctx.lines)).not.toContain('canary')
  })
})
