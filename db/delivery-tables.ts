/** Kysely types of the tables of events and their deliveries. */
import type { ColumnType, Generated } from 'kysely'
import type { DeliveryStatus, Destination, OutboxEvent } from '../contract/events.ts'
import type { MaybeTime, Time } from './column-types.ts'

export interface DeliveryTables {
  outbox: {
    eventId: Generated<string>
    type: OutboxEvent['type']
    creatorUid: string
    payload: ColumnType<OutboxEvent, string, string>
    createdAt: Time
    fannedOutAt: MaybeTime
    /** When the event's alert was stored; null if it has none. */
    alertedAt: MaybeTime
  }
  delivery: {
    eventId: string
    destination: Destination
    creatorUid: string
    status: Generated<DeliveryStatus>
    reason: string | null
    attempts: Generated<number>
    dueAt: Time
    /** The end of the lease, while a process works on the delivery. */
    leasedUntil: MaybeTime
    /** Null for a delivery that never expires. */
    expiresAt: MaybeTime
    createdAt: Time
    completedAt: MaybeTime
    /** Whether the delivery goes before the creator's others: it announces a funded goal. */
    isUrgent: Generated<boolean>
    /** The event whose message also covers this event. */
    coalescedInto: Generated<string | null>
  }
}
