import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { buildCreator, buildGoal } from '../../db/test-builders.ts'
import { startWorkers } from '../start-workers.ts'
import { backends, captureTip, createTestContext, publish } from '../test-workers.ts'
import { connectTwitchChannel } from './test-connections.ts'
import { openTestSandbox } from './test-sandbox.ts'

const patience = { timeout: 5 * 60_000, interval: 500 }

test.each(backends)(
  'on %s, fifty tips at once to two chats break no limit of Twitch and lose no line',
  async (backend) => {
    const sandbox = await openTestSandbox()
    await using ctx = await createTestContext(backend, sandbox.env)
    const workers = await startWorkers(ctx)
    const names: string[] = []
    for (const isModerator of [true, false]) {
      const name = `mira_${randomBytes(4).toString('hex')}`
      names.push(name)
      const { uid } = await buildCreator(ctx.db, { userName: name })
      const { goaluuid } = await buildGoal(ctx.db, uid, { amountMinor: 9_000_00 })
      await connectTwitchChannel({ ...ctx, sandbox }, uid, name)
      await sandbox.control('/twitch/control/channels', { channel: name, mod: isModerator })
      for (let i = 1; i <= 25; i++) {
        const { eventIds } = await captureTip(ctx.db, uid, { goaluuid, supporterName: `Fan ${i}` })
        await publish(ctx.queues, eventIds)
      }
    }

    const said = async (name: string) =>
      (await sandbox.read<{ text: string }[]>(`/twitch/channel/${name}/messages`)).map(({ text }) => text)
    await vi.waitFor(async () => {
      for (const name of names) expect(await said(name)).toHaveLength(25)
    }, patience)

    for (const name of names) expect(new Set(await said(name)).size).toBe(25)
    const state = await sandbox.read<{ violations: Record<string, number> }>('/twitch/control/state')
    expect(new Set(Object.values(state.violations))).toEqual(new Set([0]))
    await workers.close()
    await sandbox.close()
  },
)
