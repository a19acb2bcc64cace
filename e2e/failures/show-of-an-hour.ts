/**
 * A show of an hour, minute by minute: what viewers give on Twitch and YouTube, and what that comes to by sums of its own. The stand-ins play
 * a minute as fast as they can.
 */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Platform } from '../../contract/chat/platforms.ts'
import type { CountedEvent } from '../../contract/show/counted-event.ts'
import { defaultTimerRule } from '../../contract/timer/timer.ts'
import type { Db } from '../../db/connection.ts'
import { countedOfGoal, setEventWorth } from '../../db/queries/goals/goal-counts.ts'
import { findEventReceiver, insertEventReceiver } from '../../db/queries/show/event-receivers.ts'
import { eventScopes } from '../../domain/chat/platforms/twitch/event-subscriptions.ts'
import { changeTimer, createTimer, listTimers } from '../../domain/timer/manage-timers.ts'
import { connectTwitchChannel } from '../../workers/chat/connections.fixture.ts'
import type { Participants } from './fixture.ts'

/** The seconds that the timer gets for each, and each hundred bits. */
const seconds = { subscription1: 60, gift1: 30, bits: 10, follow: 1, raid: 45 } as const
type Counted = keyof typeof seconds & CountedEvent
/** What a subscription, given or not, and a hundred bits count toward the goal, in minor units. */
const worth = { subscription1: 200, bits: 100 } as const
/** A tip of seven pounds, by the rule of a minute for each. */
const secondsOfTip = 7 * 60
const startSeconds = 3_600
export const stormFollows = 400

export const patiently = { timeout: 90_000, interval: 250 }

/** Lets the creator's platforms send events, and starts a timer and a goal that count them. */
export async function openShow(participants: Participants) {
  const { product, creator } = participants
  const { db } = product
  const { uid, name: channel, goaluuid } = creator
  await connectTwitchChannel(product, uid, channel, ['user:read:email', 'channel:bot', ...eventScopes])
  for (const platform of ['twitch', 'youtube'] as const) await insertEventReceiver(db, uid, platform)
  await setEventWorth(db, goaluuid, worth)
  const before = await readGoal(db, goaluuid)
  const rule = { ...defaultTimerRule, events: seconds }
  const { timerId } = await createTimer(db, uid, { name: 'Subathon', rule, actor: uid })
  const change = { kind: 'start', seconds: startSeconds } as const
  await changeTimer(db, uid, timerId, { entryId: randomUUID(), change, actor: uid })
  const viewers = openViewers(participants)
  const find = (platform: Platform) => findEventReceiver(db, uid, platform)
  return {
    ...viewers,
    findTwitch: () => find('twitch'),
    /** Waits until both platforms' events arrive, or no longer do. */
    async waitForEvents(isReceiving = true): Promise<void> {
      for (const platform of ['twitch', 'youtube'] as const)
        await expect.poll(async () => (await find(platform))?.isReceiving, patiently).toBe(isReceiving)
    },
    /** Waits until all that was delivered is stored, and returns how many rows the follows are. */
    async waitUntilStored(): Promise<number> {
      await expect.poll(() => listUnstored(participants, viewers.given), patiently).toEqual([])
      const follows = async () => (await readFollows(participants)).follows ?? 0
      await expect.poll(follows, patiently).toBe(viewers.counts.follow)
      return (await readFollows(participants)).rows
    },
    /** Waits until the timer has been given what the show's own sums say of so many tips, and expects the same of the goal. */
    async expectSums(tips: number, towardGoal: number): Promise<void> {
      const granted = async () => (await listTimers(db, uid))[0]!.grantedMs / 1000
      await expect.poll(granted, patiently).toBe(grantedSeconds(viewers.counts, tips))
      const { amountReceivedMinor, counted } = await readGoal(db, goaluuid)
      expect(amountReceivedMinor - before.amountReceivedMinor).toBe(towardGoal * 700)
      expect(counted).toBe(countedMinor(viewers.counts))
    },
  }
}

async function readGoal(db: Db, goalId: string) {
  return db
    .selectFrom('goal')
    .select(['amountReceivedMinor', countedOfGoal.as('counted')])
    .where('goalId', '=', goalId)
    .executeTakeFirstOrThrow()
}

/** Opens the viewers, who give minute by minute. */
function openViewers({ product: { control }, creator: { name: channel } }: Participants) {
  /** Who gave what, in the order in which each platform sent it; without the follows. */
  const given = { twitch: [] as string[], youtube: [] as string[] }
  const counts: Record<Counted, number> = { subscription1: 0, gift1: 0, bits: 0, follow: 0, raid: 0 }

  /** A viewer does something on Twitch. What reaches no connection is not delivered, so nobody expects it. */
  async function onTwitch(kind: string, what: Counted, viewer: string, count = 1): Promise<void> {
    const deed = { channel, kind, viewer, count, message: kind === 'cheer' ? 'hype' : '' }
    const { sent } = await control<{ sent: number }>('/twitch/control/event', deed)
    if (sent === 0) return
    if (what !== 'follow') given.twitch.push(viewer)
    counts[what] += what === 'raid' ? 1 : count
  }

  async function onYoutube(kind: string, viewer: string, count: number): Promise<void> {
    const message = kind === 'superchat' ? 'Prost!' : ''
    await control('/youtube/control/chat-event', { channel, kind, viewer, count, currency: 'EUR', message })
    given.youtube.push(viewer)
    if (kind === 'member') counts.subscription1 += 1
    if (kind === 'gift') counts.gift1 += count
  }

  return {
    given,
    counts,
    async playMinute(minute: number): Promise<void> {
      for (let n = 0; n < 5; n++) await onTwitch('subscribe', 'subscription1', `sub_${minute}_${n}`)
      await onTwitch('cheer', 'bits', `bits_${minute}`, 100 * (1 + (minute % 4)))
      if (minute % 5 === 0) await onTwitch('gift', 'gift1', `bomb_${minute}`, 5 + minute)
      if (minute % 15 === 0) await onTwitch('raid', 'raid', `raid_${minute}`, 40 + minute)
      if (minute % 2 === 0) await onYoutube('superchat', `super_${minute}`, 500 + minute)
      if (minute % 6 === 0) await onYoutube('member', `member_${minute}`, 1)
      if (minute % 20 === 0) await onYoutube('gift', `given_${minute}`, 5)
    },
    /** Bots follow all at once. */
    async playStorm(): Promise<void> {
      for (let n = 0; n < stormFollows; n++) await onTwitch('follow', 'follow', `fan_${n}`)
    },
  }
}

/** Returns whose gifts were delivered and are not stored, the follows aside. */
async function listUnstored(
  { product, creator }: Participants,
  { twitch, youtube }: Record<'twitch' | 'youtube', string[]>,
): Promise<string[]> {
  const rows = await product.db
    .selectFrom('showEvent')
    .select('name')
    .where('creatorUid', '=', creator.uid)
    .execute()
  const stored = new Set(rows.map(({ name }) => name))
  return [...twitch, ...youtube].filter((name) => !stored.has(name))
}

async function readFollows({ product, creator }: Participants) {
  return product.db
    .selectFrom('showEvent')
    .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.sum<number>('eventCount').as('follows')])
    .where('creatorUid', '=', creator.uid)
    .where('kind', '=', 'follow')
    .executeTakeFirstOrThrow()
}

function grantedSeconds(counts: Record<Counted, number>, tips: number): number {
  const { subscription1, gift1, bits, follow, raid } = counts
  const ofEvents =
    subscription1 * seconds.subscription1 +
    gift1 * seconds.gift1 +
    (bits / 100) * seconds.bits +
    follow * seconds.follow +
    raid * seconds.raid
  return startSeconds + tips * secondsOfTip + ofEvents
}

function countedMinor({ subscription1, gift1, bits }: Record<Counted, number>): number {
  return (subscription1 + gift1) * worth.subscription1 + (bits / 100) * worth.bits
}
