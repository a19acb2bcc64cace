/** Decides which destinations receive an event. No later step looks at the creator's settings. */
import { chatPlatform } from '../../contract/chat/platforms.ts'
import type { NotificationPreferences } from '../../contract/entities.ts'
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import { chatDestinations } from '../../contract/events.ts'
import type { DeliverySettings, Destination } from '../../contract/events.ts'

/**
 * The hold of a tip. When a hold has `begun`, only the creator is notified; when it is `over`, the event goes to all other
 * destinations.
 */
interface Held {
  hold?: 'begun' | 'over' | undefined
}

/** Whether the public reads a message. */
interface Spoken {
  hasMessage: boolean
}

/** An event, with the data that decides its destinations besides the creator's settings. */
export type PlannedEvent =
  | ({
      type: 'tip.captured'
      isForGoal: boolean
      isFromAccount: boolean
      worthMinor: number
    } & Spoken &
      Held)
  | ({ type: 'goal.funded' | 'goal.milestone' } & Held)
  | { type: 'tip.returned' | 'tip.converted' | 'show.hidden' }
  | ({ type: 'alert.tested' } & Spoken)
  | ({ type: 'alert.replayed'; worthMinor: number } & Spoken)
  | ({ type: 'show.received' | 'show.replayed' } & Spoken & Held)
  | { type: 'chat.tested' }

/**
 * Returns an event's destinations, without those that this installation cannot reach: a chat without a bot, mail without a
 * server.
 */
export function planDeliveries(
  event: PlannedEvent,
  settings: DeliverySettings,
  reachable: ReadonlySet<Destination>,
): Destination[] {
  const timer = planTimer(event, settings).filter((destination) => reachable.has(destination))
  // they change only timers and public pages, and these need no delivery
  if (event.type === 'tip.returned' || event.type === 'tip.converted' || event.type === 'show.hidden')
    return timer
  if (event.type === 'chat.tested') return [] // its delivery was stored with it
  const hold = 'hold' in event ? event.hold : undefined
  const shown: Destination[] = [
    'alerts',
    ...planSpeech(event, settings),
    ...planChat(event, settings.chat),
    ...planWebhooks(event, settings),
  ]
  const wanted = [
    ...(hold === 'begun' ? [] : shown),
    ...(hold === 'over' ? [] : [...planNotices(event, settings), ...planReceipt(event)]),
  ]
  return [...wanted.filter((destination) => reachable.has(destination)), ...timer]
}

/** What changes timers. An event that is already hidden does too, because it may be shown again. */
const forTimers = new Set<PlannedEvent['type']>(['tip.returned', 'show.received', 'show.hidden'])

/** Plans the creator's timers. A held tip counts when it is captured, and not a second time when it is released. */
function planTimer(event: PlannedEvent, { hasTimer }: DeliverySettings): Destination[] {
  const counts = forTimers.has(event.type) || (event.type === 'tip.captured' && event.hold !== 'over')
  return hasTimer && counts ? ['timer'] : []
}

/** Plans webhooks for what is new; an alert that is shown again is not. */
function planWebhooks({ type }: PlannedEvent, { hasWebhooks }: DeliverySettings): Destination[] {
  return hasWebhooks && type !== 'alert.replayed' && type !== 'show.replayed' ? ['webhooks'] : []
}

/**
 * Plans speech for a message that is public, and of a tip that is large enough. A test is spoken whatever its amount. A show event has none,
 * so its message is spoken where those of all tips are.
 */
function planSpeech(event: PlannedEvent, { speech }: DeliverySettings): Destination[] {
  if (!speech || !('hasMessage' in event) || !event.hasMessage) return []
  const worthMinor = event.type === 'alert.tested' ? Infinity : 'worthMinor' in event ? event.worthMinor : 0
  return worthMinor >= speech.minTipMinor ? ['speech'] : []
}

function planChat(event: PlannedEvent, chat: DeliverySettings['chat']): Destination[] {
  return chatPlatform.options
    .filter((platform) => chat[platform] && isWantedInChat(event, chat[platform]))
    .map((platform) => chatDestinations[platform])
}

type ChatSettings = NonNullable<DeliverySettings['chat'][ChatPlatform]>

function isWantedInChat(event: PlannedEvent, { minTipMinor = 0, ...toggles }: ChatSettings): boolean {
  switch (event.type) {
    case 'tip.captured':
      if (event.worthMinor < minTipMinor) return false
      return event.isForGoal ? toggles.receiveAllTips : toggles.receiveGeneralTips
    case 'goal.funded':
      return toggles.receiveGoalFunded
    case 'goal.milestone':
    case 'tip.returned':
    case 'tip.converted':
    case 'alert.tested':
    case 'alert.replayed':
    case 'show.received':
    case 'show.hidden':
    case 'show.replayed':
    case 'chat.tested':
      return false
  }
}

function planNotices(event: PlannedEvent, { preferences, hasPush }: DeliverySettings): Destination[] {
  if (!isWantedAsNotice(event, preferences)) return []
  return hasPush ? ['notifications', 'mail', 'push'] : ['notifications', 'mail']
}

function isWantedAsNotice(event: PlannedEvent, preferences: NotificationPreferences): boolean {
  switch (event.type) {
    case 'tip.captured':
      return preferences.receiveAllTips
    case 'goal.funded':
      return preferences.receiveGoalFunded
    case 'goal.milestone':
    case 'tip.returned':
    case 'tip.converted':
    case 'alert.tested':
    case 'alert.replayed':
    case 'show.received':
    case 'show.hidden':
    case 'show.replayed':
    case 'chat.tested':
      return false
  }
}

/**
 * Plans a receipt if the supporter has an account, because then we know the address. Guests can request the receipt on its page.
 */
function planReceipt(event: PlannedEvent): Destination[] {
  return event.type === 'tip.captured' && event.isFromAccount ? ['receipt'] : []
}
