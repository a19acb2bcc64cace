/** Kysely types of the tables of events and their deliveries. */
import type { ColumnType, Generated } from 'kysely'
import type { DeliveryStatus, Destination, OutboxEvent } from '../contract/events.ts'
import type { Locale } from '../contract/locale.ts'
import type { WebhookTry } from '../contract/tools/webhook-calls.ts'
import type { MaybeTime, Time } from './column-types.ts'

/** An email about an account on its way. Its values, such as codes and links, are sealed. */
export interface AccountMail {
  kind: string
  email: string
  locale: Locale
  valuesSealed: string
}

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
    id: Generated<string>
    destination: Destination
    /** Null for an email about an account. */
    eventId: ColumnType<string | null, string | undefined, never>
    /** Whose event it is; null for an email about an account. */
    creatorUid: ColumnType<string | null, string | undefined, never>
    /** The endpoint of a creator's tool; null at every other destination. */
    endpointId: ColumnType<string | null, string | undefined, never>
    status: Generated<DeliveryStatus>
    reason: Generated<string | null>
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
    /** The delivery whose message also covers this event. */
    coalescedInto: Generated<string | null>
    /** The contents of an email about an account. */
    mail: ColumnType<AccountMail | null, string | undefined, string>
    /** The latest attempts at an endpoint. */
    tries: ColumnType<WebhookTry[] | null, string | undefined, string>
  }
}
