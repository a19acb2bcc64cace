/** Creates a burst of tips on many chats at once, and reads the messages that were posted. */
import { randomBytes } from 'node:crypto'
import { buildCreator, buildGoal, buildOrders } from '../../db/builders.fixture.ts'
import { captureOrder } from '../../domain/payments/ledger/ledger.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'
import { connectTwitchChannel, connectYoutubeChannel, readTexts } from './connections.fixture.ts'
import { control } from '../../sandbox/sandbox.fixture.ts'
import type { Sandbox } from '../../sandbox/start.ts'

export interface BurstChannel {
  uid: string
  name: string
  goalId: string
  /** Whether a tip of the burst funds its goal. */
  isFunded: boolean
  tips: number
}

export interface BurstOptions {
  channels: number
  tips: number
  /** In every n-th channel, a tip of the burst funds the goal. */
  fundedEvery: number
}

const tipMinor = 5_00
const atOnce = 10

/**
 * Creates creators that are live on both platforms, and paid tips that are not fanned out yet. The bot is a Twitch moderator in
 * every second chat.
 */
export async function openBurst(
  ctx: TestContext,
  sandbox: Sandbox,
  { channels, tips, fundedEvery }: BurstOptions,
): Promise<BurstChannel[]> {
  const each = tips / channels
  return inParallel(channels, async (i) => {
    const name = `mira_${randomBytes(4).toString('hex')}`
    const isFunded = i % fundedEvery === 0
    const { uid } = await buildCreator(ctx.db, { userName: name })
    const amountMinor = isFunded ? Math.floor(each / 2) * tipMinor : 9_000_00
    const { goalId } = await buildGoal(ctx.db, uid, { amountMinor, amountReceivedMinor: 0 })
    await connectTwitchChannel({ ...ctx, sandbox }, uid, name)
    await connectYoutubeChannel({ ...ctx, sandbox }, uid, name)
    await control(sandbox, '/twitch/control/channels', { channel: name, mod: i % 2 === 0 })
    await control(sandbox, '/youtube/control/live', { channel: name })
    const tipOrders = Array.from({ length: each }, (_, no) => ({
      goalId,
      supporterName: `Fan ${no + 1}`,
      amountMinor: tipMinor,
    }))
    for (const order of await buildOrders(ctx.db, uid, tipOrders)) await captureOrder(ctx.db, order)
    return { uid, name, goalId, isFunded, tips: each }
  })
}

async function inParallel<T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  let next = 0
  async function makeNext(): Promise<void> {
    for (let i = next++; i < count; i = next++) made[i] = await make(i)
  }
  await Promise.all(Array.from({ length: atOnce }, makeNext))
  return made
}

/** Returns the messages in a channel's two chats. */
export async function readMessages(sandbox: Sandbox, { name }: BurstChannel) {
  return {
    'chat-twitch': await readTexts(sandbox, 'twitch', name),
    'chat-youtube': await readTexts(sandbox, 'youtube', name),
  }
}

/** Returns how many tips a message announces. A funded goal's message announces none. */
export function tipsIn(text: string): number {
  if (/was just fully funded/.test(text)) return 0
  return Number(/^(\d+) tips, /.exec(text)?.[1] ?? 1)
}
