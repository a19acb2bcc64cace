/** The rules that differ between destinations. In all other respects every delivery is treated the same (`docs/delivery.md`). */
import { chatPlatform, isPostedByBot } from '../contract/chat/platforms.ts'
import { chatDestinations } from '../contract/events.ts'
import type { ChatDestination, Destination } from '../contract/events.ts'
import type { Config } from '../domain/config/config.ts'

export interface DeliveryRules {
  /** Which processes send: any worker, or only the one that holds the platform's lease. */
  sentBy: 'any worker' | 'lease holder'
  /** How many deliveries (for a chat: channels) one process works on at a time. */
  concurrency: number
  /**
   * How long a process leases a delivery. A process that is alive renews the lease; if it was killed, another one may send after
   * this time.
   */
  leaseMs: number
  /** How long until a delivery expires. Null: never; `own`: each delivery has its own lifetime. */
  lifetimeMs: number | 'chatLifetimeMs' | 'own' | null
  /** After this many failed attempts a delivery is given up. */
  maxAttempts: number
  /** The waits after each failed attempt, in milliseconds. Default: waits that double. */
  waitsMs?: readonly number[]
  /** The shortest time between two turns, in milliseconds. Deliveries that are due in one turn are sent together. */
  turnMs?: number
  /** How several deliveries are combined into one message. */
  coalescing: 'none' | 'digest' | 'shared message'
}

const minute = 60_000
const day = 24 * 60 * minute

/**
 * The rules for alerts and notifications. The fan-out stores these itself, so the rules apply only to those that it could not
 * store.
 */
const stored = {
  sentBy: 'any worker',
  concurrency: 1, // one at a time, so that the oldest is stored first
  leaseMs: 5_000,
  lifetimeMs: null,
  maxAttempts: 15,
  coalescing: 'none',
} as const satisfies DeliveryRules

const mail = {
  sentBy: 'any worker',
  concurrency: 5,
  leaseMs: 15_000,
  lifetimeMs: day,
  maxAttempts: 30,
  coalescing: 'none',
} as const satisfies DeliveryRules

const chat = {
  sentBy: 'lease holder',
  concurrency: 8, // several channels at a time, so that one without a response does not delay the others
  leaseMs: minute,
  lifetimeMs: 'chatLifetimeMs',
  maxAttempts: 10,
  coalescing: 'shared message',
} as const satisfies DeliveryRules

export const deliveryRules: Record<Destination, DeliveryRules> = {
  alerts: stored,
  notifications: stored,
  ...chatRules(),
  mail: { ...mail, coalescing: 'digest' },
  push: { ...mail, concurrency: 10, lifetimeMs: 60 * minute },
  receipt: { ...mail, lifetimeMs: 7 * day },
  // In turns, so that a stream of tips costs a few transactions a second. A timer that misses a tip ends too early, so nothing expires.
  timer: { ...stored, concurrency: 250, turnMs: 500, leaseMs: 15_000, maxAttempts: 30 },
  // An alert waits three seconds for its speech, or longer if others are shown before it.
  speech: { ...mail, concurrency: 10, lifetimeMs: minute, maxAttempts: 3 },
  'account-mail': { ...mail, concurrency: 20, lifetimeMs: 'own' },
  webhooks: { ...stored, concurrency: 5 },
  endpoints: {
    sentBy: 'any worker',
    concurrency: 100, // one endpoint gets four of them, in db/queries/tools/webhook-deliveries.ts
    leaseMs: 15_000,
    lifetimeMs: null,
    maxAttempts: 7,
    waitsMs: [5_000, 5 * minute, 30 * minute, 120 * minute, 300 * minute, 600 * minute],
    coalescing: 'none',
  },
}

/**
 * Returns the rules of each chat. The limits of our bot are those of one account, so one process counts them; those of a creator's own
 * grant or webhook belong to that chat, so any process may send, and waits up to ten seconds for a response.
 */
function chatRules() {
  const ownGrant = { ...chat, sentBy: 'any worker', leaseMs: minute / 2 } as const satisfies DeliveryRules
  const rules = chatPlatform.options.map((name) => [
    chatDestinations[name],
    isPostedByBot(name) ? chat : ownGrant,
  ])
  return Object.fromEntries(rules) as Record<ChatDestination, DeliveryRules>
}

/** Returns the lifetimes of deliveries by destination, in milliseconds. */
export function readLifetimes({ chatLifetimeMs }: Config): Partial<Record<Destination, number>> {
  const lifetimes: Partial<Record<Destination, number>> = {}
  for (const [name, { lifetimeMs }] of Object.entries(deliveryRules)) {
    const milliseconds = lifetimeMs === 'chatLifetimeMs' ? chatLifetimeMs : lifetimeMs
    if (typeof milliseconds === 'number') lifetimes[name as Destination] = milliseconds
  }
  return lifetimes
}
