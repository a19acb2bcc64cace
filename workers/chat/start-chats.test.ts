import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { startWorkers } from '../start-workers.ts'
import { backends, createTestContext, publishTip } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'
import { connectTwitchChannel, readTexts } from './connections.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { openSandbox, read } from '../../sandbox/sandbox.fixture.ts'

const sandbox = await forFile(openSandbox())

async function buildChannel(ctx: TestContext) {
  const name = `mira_${randomBytes(4).toString('hex')}`
  const { uid } = await buildCreator(ctx.db, { userName: name })
  const { goalId } = await buildGoal(ctx.db, uid)
  await connectTwitchChannel({ ...ctx, sandbox }, uid, name)
  let tips = 0
  return {
    name,
    tip: async () => {
      tips += 1
      await publishTip(ctx, uid, { goalId, supporterName: `Fan ${tips}` })
    },
    readTexts: async () => {
      const texts = await readTexts(sandbox, 'twitch', name)
      return texts.map((text) => /Fan \d+/.exec(text)?.[0])
    },
  }
}

async function connections(): Promise<string[][]> {
  const state = await read<{ connections: { channels: string[] }[] }>(sandbox, '/twitch/control/state')
  return state.connections.map(({ channels }) => channels)
}

describe.each(backends)('on %s', (backend) => {
  test('one of three processes posts; when it closes, another goes on and joins only the channels it needs', async () => {
    await using ctx = await createTestContext(backend, sandbox.env)
    const [mira, otto] = [await buildChannel(ctx), await buildChannel(ctx)]
    const workers = [await startWorkers(ctx)]
    await mira.tip()
    await expect.poll(() => mira.readTexts()).toEqual(['Fan 1'])
    expect(await connections()).toEqual([[mira.name]])

    workers.push(await startWorkers(ctx), await startWorkers(ctx))
    for (let i = 0; i < 3; i++) await mira.tip()
    await expect.poll(() => mira.readTexts()).toHaveLength(4)
    expect(await connections()).toEqual([[mira.name]])

    await workers.shift()!.close()
    await otto.tip()
    await expect.poll(() => otto.readTexts()).toEqual(['Fan 1'])
    expect(await connections()).toEqual([[otto.name]])

    expect(await mira.readTexts()).toEqual(['Fan 1', 'Fan 2', 'Fan 3', 'Fan 4'])
    await Promise.all(workers.map((each) => each.close()))
    expect(await connections()).toEqual([])
  })
})
