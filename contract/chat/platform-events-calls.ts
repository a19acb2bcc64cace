/** Calls for the events that a platform itself sends: docs/show-events.md. One of each kind for every platform that does. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { byPlatform, chatPlatforms } from './platforms.ts'
import { eventPlatform } from './event-platforms.ts'
import { isoTime } from '../entities.ts'
import { showKind } from '../show/show-event.ts'

/** Why a platform no longer sends a creator's events. */
export const eventsEndReason = z.enum([
  /** The creator has removed the consent, or changed the password. */
  'revoked',
  /** The consent does not cover an event. */
  'permission',
  /** The account no longer exists. */
  'user_removed',
  /** The platform no longer has this version of an event. */
  'version_removed',
])
export type EventsEndReason = z.output<typeof eventsEndReason>

const platformEvents = z.object({
  /** Whether this installation has the platform. */
  isOffered: z.boolean(),
  isOn: z.boolean(),
  /** Whether switching on needs the creator’s consent at the platform first. */
  needsConsent: z.boolean(),
  /** Whether events arrive at this moment. */
  isReceiving: z.boolean(),
  /** The kinds that are on, and that the creator’s consent does not cover yet. The others arrive. */
  unpermitted: z.array(showKind),
  /** Set when the platform has switched the events off. */
  ended: z.nullable(z.object({ reason: eventsEndReason, at: isoTime })),
  /** The latest time in which nothing arrived; `until` is null while it lasts. What happened then is not sent again. */
  lost: z.nullable(z.object({ from: isoTime, until: z.nullable(isoTime) })),
})
export type PlatformEvents = z.output<typeof platformEvents>

export const eventsCalls = byPlatform(eventPlatform.options, (name) =>
  creatorCall.get(`account/${name}-events`, {
    summary: `Whether the events of the creator’s ${chatPlatforms[name].name} channel come into the alert box, such as subscriptions and gifts.`,
    response: platformEvents,
  }),
)

export const saveEventsCalls = byPlatform(eventPlatform.options, (name) =>
  creatorCall.post(`account/save-${name}-events`, {
    summary: `Switches the events of the creator’s ${chatPlatforms[name].name} channel on or off. They stay off where \`needsConsent\` is true.`,
    body: z.object({ isOn: z.boolean() }),
    response: platformEvents,
  }),
)
