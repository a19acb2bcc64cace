/** What creators can count of show events, each for so much: the time that it adds to a timer, or what it counts toward a goal. */
import * as z from 'zod/mini'
import type { ShowKind, ShowTier } from './show-event.ts'

/** In the order in which forms list them. A number is a tier. A gift counts for each subscription given. */
export const countedEvents = [
  'subscription1',
  'subscription2',
  'subscription3',
  'gift1',
  'gift2',
  'gift3',
  'bits',
  'follow',
  'raid',
] as const
export const countedEvent = z.enum(countedEvents)
export type CountedEvent = z.output<typeof countedEvent>

/** How many of something count once: bits are counted by the hundred. */
export const countedTogether = (what: CountedEvent): number => (what === 'bits' ? 100 : 1)

interface Countable {
  kind: ShowKind
  tier: ShowTier | null
  quantity: number | null
  /** How many events of a burst it is. */
  eventCount: number
}

/**
 * Returns what an event counts as, and how many subscriptions, bits, follows or raids it is. A subscription of an unknown tier, and one with
 * Prime, is of the first. Undefined for the other kinds.
 */
export function countEvent({
  kind,
  tier,
  quantity,
  eventCount,
}: Countable): { what: CountedEvent; quantity: number } | undefined {
  const level = tier === '2' || tier === '3' ? tier : '1'
  switch (kind) {
    case 'subscription':
      return { what: `subscription${level}`, quantity: eventCount } // its quantity is the month
    case 'gift':
      return { what: `gift${level}`, quantity: quantity ?? 1 }
    case 'cheer':
      return { what: 'bits', quantity: quantity ?? 0 }
    case 'follow':
    case 'raid':
      return { what: kind, quantity: eventCount }
    case 'train': // made of bits and subscriptions, which count themselves
    case 'reward':
    case 'charity':
    case 'superchat':
    case 'other':
      return undefined
  }
}

/** The most that one event counts toward a goal, in whole units of money. */
export const maxEventWorthUnits = 1_000

/** What can count toward a goal. A subscription that was given counts as any other of its tier. */
export const goalEvent = z.enum(['subscription1', 'subscription2', 'subscription3', 'bits'])
export type GoalEvent = z.output<typeof goalEvent>

/** What an event counts as toward goals; undefined for an event that no goal counts. */
export function countForGoal(event: Countable): { what: GoalEvent; quantity: number } | undefined {
  const counted = countEvent(event)
  const what = goalEvent.safeParse(counted?.what.replace('gift', 'subscription'))
  return counted && what.success ? { what: what.data, quantity: counted.quantity } : undefined
}
