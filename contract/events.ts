/** Outbox events, the destinations that receive them, the jobs of the queues, and the messages between processes. */
import * as z from 'zod/mini'
import { $ZodObjectJIT } from 'zod/v4/core'
import { chatbotToggles, notificationPreferences } from './entities.ts'
import { byPlatform, chatPlatform } from './chat/platforms.ts'
import type { ChatPlatform } from './chat/platforms.ts'
import { dataExport } from './accounts/data-export.ts'
import { destination, toChatDestination } from './destinations.ts'
import { currency, minorUnits } from './money/money.ts'
import { sampleKind } from './alerts/sample-alerts.ts'
import { showAlert, tipAlert } from './alerts/alert.ts'

/** Set if the creator has released the held tip, so that it is shown now. */
const isReleased = z.optional(z.literal(true))
export const tipCaptured = z.object({ type: z.literal('tip.captured'), tipId: z.uuid(), isReleased })
export const goalFunded = z.object({
  type: z.literal('goal.funded'),
  goalId: z.uuid(),
  tipId: z.uuid(),
  isReleased,
})
/** A goal has reached a part of its amount for the first time, and its creator wants an alert about that. */
export const goalMilestone = z.object({
  type: z.literal('goal.milestone'),
  goalId: z.uuid(),
  tipId: z.uuid(),
  milestone: z.enum(['25', '50', '75', 'one-tip']),
  isReleased,
})
/**
 * `moreMinor` minor units of a tip were returned by a refund or dispute. A negative number means that returned money came back to
 * the creator.
 */
export const tipReturned = z.object({ type: z.literal('tip.returned'), tipId: z.uuid(), moreMinor: z.int() })
/** The provider has converted a tip in another currency, so what it is worth in the creator's has changed. */
export const tipConverted = z.object({ type: z.literal('tip.converted'), tipId: z.uuid() })
export const alertTested = z.object({
  type: z.literal('alert.tested'),
  name: z.string(),
  amountMinor: minorUnits,
  currency,
  goalTitle: z.string(),
  /** The kind of sample tip to show in place of the other values. */
  sample: z.optional(sampleKind),
})

/** The creator wants the alert of a tip shown a second time. */
export const alertReplayed = z.object({ type: z.literal('alert.replayed'), tipId: z.uuid() })

/** A viewer gave or did something that is not a tip. Stored when it may be shown: at once, or when the creator has released it. */
export const showReceived = z.object({ type: z.literal('show.received'), showEventId: z.uuid() })
/** A show event was hidden after it may have been shown, or that was undone: timers take its time back, or give it again. */
export const showHidden = z.object({
  type: z.literal('show.hidden'),
  showEventId: z.uuid(),
  isHidden: z.boolean(),
})
/** The creator wants the alert of a show event shown a second time. */
export const showReplayed = z.object({ type: z.literal('show.replayed'), showEventId: z.uuid() })

/** The creator wants a test line in one of her chats. Its delivery is stored with it, so it is not fanned out. */
export const chatTested = z.object({ type: z.literal('chat.tested'), platform: chatPlatform })

/** An event as the outbox stores it: ids, and only the data that the database cannot look up by these ids. */
export const outboxEvent = z.discriminatedUnion('type', [
  tipCaptured,
  goalFunded,
  goalMilestone,
  tipReturned,
  tipConverted,
  alertTested,
  alertReplayed,
  showReceived,
  showHidden,
  showReplayed,
  chatTested,
])
export type OutboxEvent = z.output<typeof outboxEvent>

/** Where events are delivered (`destinations.ts`). */
export type Destination = z.output<typeof destination>

/** The destinations that the operator is responsible for. Creators own the endpoints, and see in their settings which of them fail. */
export const operatedDestinations = destination.options.filter((one) => one !== 'endpoints')

/** The destination of each platform's chats. */
export const chatDestinations = byPlatform(chatPlatform.options, toChatDestination)
export type ChatDestination = ReturnType<typeof toChatDestination>

/** Returns the platform of a chat destination; undefined for other destinations. */
export function findChat(destination: Destination): ChatPlatform | undefined {
  return chatPlatform.options.find((platform) => chatDestinations[platform] === destination)
}

/** The status of a delivery: `due`, then `leased` by the process that sends it, then one of the others, which are final. */
export const deliveryStatus = z.enum(['due', 'leased', 'sent', 'coalesced', 'expired', 'gave_up'])
export type DeliveryStatus = z.output<typeof deliveryStatus>

/** The settings of a creator that decide where events are delivered. */
export const deliverySettings = z.object({
  preferences: notificationPreferences,
  /**
   * The toggles of each connected platform, and its smallest announced tip in minor units of the creator's currency; a platform that
   * is not connected is absent.
   */
  chat: z.partialRecord(chatPlatform, z.extend(chatbotToggles, { minTipMinor: z.optional(minorUnits) })),
  /** Whether at least one browser of the creator has subscribed to push messages. */
  hasPush: z.boolean(),
  /** Whether the creator has an endpoint for webhooks. */
  hasWebhooks: z.boolean(),
  /** Whether the creator has a timer that tips can extend. */
  hasTimer: z.boolean(),
  /** The smallest tip whose message is spoken, in minor units of the creator's currency; null if no message is spoken by a file. */
  speech: z.nullable(z.object({ minTipMinor: minorUnits })),
})
export type DeliverySettings = z.output<typeof deliverySettings>

/** The alert of a tip without its id and sequence number. */
export const tipAlertBody = z.omit(tipAlert, { id: true, seq: true })

/**
 * What the fan-out of a captured tip needs to know, as it was at the capture, so that the fan-out need not read Postgres. It
 * contains only the tip's public projection, because jobs must not contain private messages.
 */
const capturedEvent = z.object({
  creatorUid: z.uuid(),
  planned: z.object({
    type: z.enum(['tip.captured', 'goal.funded']),
    isForGoal: z.boolean(),
    isFromAccount: z.boolean(),
    /** What the tip is worth in the creator's currency, in minor units. */
    worthMinor: minorUnits,
    /** Whether the public reads a message. */
    hasMessage: z.boolean(),
  }),
  settings: deliverySettings,
  alert: tipAlertBody,
})

/** A job on `tip-events`: one event to fan out. */
export const tipEventJob = z.object({ eventId: z.uuid(), captured: z.optional(capturedEvent) })
export type TipEventJob = z.output<typeof tipEventJob>

/** A job on `exports`, to write the file with one person's data. */
export const exportJob = z.object({ exportId: z.uuid() })
export type ExportJob = z.output<typeof exportJob>

/** A job on `imports`, to count the tips of one import, or to take them out. */
export const importJob = z.object({ importId: z.uuid() })
export type ImportJob = z.output<typeof importJob>

const alertPublished = z.object({
  kind: z.literal('alert'),
  creatorUid: z.uuid(),
  /** The `seq` of the creator's last alert. */
  seq: z.int(),
  /** The latest alerts up to `seq`, without a gap; undefined if they are too large for a pub/sub message. */
  alerts: z.optional(z.array(z.discriminatedUnion('kind', [compiled(tipAlert), compiled(showAlert)]))),
})

/**
 * Messages between our processes. They say what changed, and the subscriber reads the data from Postgres. Only small alerts are in
 * the message itself.
 */
export const pubSubMessage = z.discriminatedUnion('kind', [
  compiled(alertPublished),
  z.object({ kind: z.literal('live'), creatorUid: z.uuid() }),
  z.object({ kind: z.literal('notification'), uid: z.uuid() }),
  /** Some of an account's sessions have ended. */
  z.object({ kind: z.literal('sessions'), uid: z.uuid() }),
  /** Some of a creator's API tokens no longer admit tools. */
  z.object({ kind: z.literal('api-tokens'), uid: z.uuid() }),
  /** Some of a creator's overlays may no longer stay connected. */
  z.object({ kind: z.literal('overlay-access'), creatorUid: z.uuid() }),
  /** A creator has changed what the alerts play. */
  z.object({ kind: z.literal('overlay-sounds'), creatorUid: z.uuid() }),
  /** A creator has published another style of the alerts. */
  z.object({ kind: z.literal('overlay-style'), creatorUid: z.uuid() }),
  /** A creator has published another scene. */
  z.object({ kind: z.literal('overlay-scene'), creatorUid: z.uuid() }),
  /** The message of an alert can be loaded as speech. */
  z.object({ kind: z.literal('speech'), creatorUid: z.uuid(), seq: z.int(), path: z.string() }),
  /** A creator's active overlay has changed, or may have changed. */
  z.object({ kind: z.literal('active-overlay'), creatorUid: z.uuid() }),
  /** A creator's control panel has changed. */
  z.object({ kind: z.literal('panel'), creatorUid: z.uuid() }),
  /** Some people may no longer, or may now, use a creator's control panel. */
  z.object({ kind: z.literal('panel-access'), creatorUid: z.uuid() }),
  /** An alert of the creator has left the screen of the active overlay, or was sent to a page without key. */
  z.object({ kind: z.literal('alert-ended'), creatorUid: z.uuid() }),
  /** The active overlay has begun the creator's alerts up to `seq`. */
  z.object({ kind: z.literal('alert-played'), creatorUid: z.uuid(), seq: z.int() }),
  z.object({ kind: z.literal('export'), uid: z.uuid(), dataExport }),
  /** One of a creator's timers has changed. */
  z.object({ kind: z.literal('timers'), creatorUid: z.uuid() }),
  /** Deliveries to these destinations have become due. */
  z.object({ kind: z.literal('deliveries'), destinations: z.array(destination) }),
])
export type PubSubMessage = z.output<typeof pubSubMessage>

/**
 * Compiles a schema with full Zod, which halves the time to parse each of thousands of messages. Zod Mini, which keeps the bundles
 * of pages small, has no compiler; no page imports this file.
 */
function compiled<S extends z.core.$ZodShape>(schema: z.ZodMiniObject<S>): z.core.$ZodObject<S> {
  return new $ZodObjectJIT(schema._zod.def) as z.core.$ZodObject<S>
}
