/** Calls for the events that Twitch itself sends: docs/show-events.md. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { isoTime } from '../entities.ts'
import { showKind } from './show-event.ts'

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

const twitchEvents = z.object({
  /** Whether this installation has Twitch. */
  isOffered: z.boolean(),
  isOn: z.boolean(),
  /** Whether switching on needs the creator’s consent at Twitch first. */
  needsConsent: z.boolean(),
  /** Whether events arrive at this moment. */
  isReceiving: z.boolean(),
  /** The kinds that are on, and that the creator’s consent does not cover yet. The others arrive. */
  unpermitted: z.array(showKind),
  /** Set when Twitch has switched the events off. */
  ended: z.nullable(z.object({ reason: eventsEndReason, at: isoTime })),
  /** The latest time in which nothing arrived; `until` is null while it lasts. Twitch does not send again what happened then. */
  lost: z.nullable(z.object({ from: isoTime, until: z.nullable(isoTime) })),
})
export type TwitchEvents = z.output<typeof twitchEvents>

export const getTwitchEvents = creatorCall.get('account/twitch-events', {
  summary:
    'Whether the events of the creator’s Twitch channel come into the alert box: follows, subscriptions, bits and raids, and what else the creator wants.',
  response: twitchEvents,
})

export const saveTwitchEvents = creatorCall.post('account/save-twitch-events', {
  summary:
    'Switches the events of the creator’s Twitch channel on or off. They stay off where `needsConsent` is true.',
  body: z.object({ isOn: z.boolean() }),
  response: twitchEvents,
})
