/** What happened (outbox events), what it is owed to (destinations), and the jobs that carry both. */
import * as z from 'zod/mini'
import { currency, minorUnits } from './money.ts'
import { alert } from './sockets.ts'

export const tipCaptured = z.object({ type: z.literal('tip.captured'), tipId: z.uuid() })
export const goalFunded = z.object({ type: z.literal('goal.funded'), goaluuid: z.uuid(), tipId: z.uuid() })
export const alertTested = z.object({
  type: z.literal('alert.tested'),
  name: z.string(),
  amountMinor: minorUnits,
  currency,
  goalTitle: z.string(),
})

/** An event as the outbox keeps it: ids, and only what a reader cannot look up. */
export const outboxEvent = z.discriminatedUnion('type', [tipCaptured, goalFunded, alertTested])
export type OutboxEvent = z.output<typeof outboxEvent>

/** Where an event may be owed; each has its own queue of the same name. */
export const destination = z.enum(['alerts', 'chat-twitch', 'chat-youtube', 'notifications', 'mail'])
export type Destination = z.output<typeof destination>
export const destinations = destination.options

/** How a delivery can stand. Everything but `owed` is final. */
export const deliveryStatus = z.enum(['owed', 'sent', 'coalesced', 'expired', 'gave_up'])
export type DeliveryStatus = z.output<typeof deliveryStatus>

/** A job on `tip-events`: one event to fan out. */
export const tipEventJob = z.object({ eventId: z.uuid() })
export type TipEventJob = z.output<typeof tipEventJob>

/** A job on a destination's queue: one event to deliver there. */
export const deliveryJob = z.object({ eventId: z.uuid() })
export type DeliveryJob = z.output<typeof deliveryJob>

/** What the bell rings with: who hears it reads the rest from Postgres, but for alerts that fit into the ring itself. */
export const bellMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('alert'),
    creatorUid: z.uuid(),
    /** The head of the sequence now. */
    seq: z.int(),
    /** The last alerts up to `seq`, without a gap; left out where they are many. */
    alerts: z.optional(z.array(alert)),
  }),
  z.object({ kind: z.literal('live'), creatorUid: z.uuid() }),
  z.object({ kind: z.literal('notification'), uid: z.uuid() }),
])
export type BellMessage = z.output<typeof bellMessage>
