/** Decides to which destinations an event is delivered. No later step looks at the creator's settings. */
import { chatPlatform } from '../../contract/entities.ts'
import type { ChatPlatform, NotificationPreferences } from '../../contract/entities.ts'
import { chatDestinations } from '../../contract/events.ts'
import type { DeliverySettings, Destination } from '../../contract/events.ts'

/**
 * The hold of a tip. When a hold has `begun`, only the creator is notified; when it is `over`, the event goes to all other
 * destinations.
 */
interface Held {
  hold?: 'begun' | 'over' | undefined
}

/** An event, with the data on which its destinations depend besides the creator's settings. */
export type PlannedEvent =
  | ({
      type: 'tip.captured'
      isForGoal: boolean
      isFromAccount: boolean
      worthMinor?: number | undefined
    } & Held)
  | ({ type: 'goal.funded' } & Held)
  | { type: 'tip.returned' | 'tip.converted' }
  | { type: 'alert.tested' }
  | { type: 'alert.replayed' }
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
  if (event.type === 'tip.returned' || event.type === 'tip.converted') return [] // they change only public pages, which need no delivery
  if (event.type === 'chat.tested') return [] // its delivery was stored with it
  const hold = 'hold' in event ? event.hold : undefined
  const shown: Destination[] = ['alerts', ...planChat(event, settings.chat)]
  const wanted = [
    ...(hold === 'begun' ? [] : shown),
    ...(hold === 'over' ? [] : [...planNotices(event, settings), ...planReceipt(event)]),
  ]
  return wanted.filter((destination) => reachable.has(destination))
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
      // A job of an earlier release does not say what the tip is worth.
      if (event.worthMinor !== undefined && event.worthMinor < minTipMinor) return false
      return event.isForGoal ? toggles.receiveAllTips : toggles.receiveGeneralTips
    case 'goal.funded':
      return toggles.receiveGoalFunded
    case 'tip.returned':
    case 'tip.converted':
    case 'alert.tested':
    case 'alert.replayed':
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
    case 'tip.returned':
    case 'tip.converted':
    case 'alert.tested':
    case 'alert.replayed':
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
