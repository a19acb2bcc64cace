/** What one event is owed, and to whom: the settings decide here, once, and nowhere later. */
import type { ChatbotToggles, NotificationPreferences, ChatPlatform } from '../../contract/entities.ts'
import { chatDestinations } from '../../contract/events.ts'
import type { Destination } from '../../contract/events.ts'

/** Of a tip that its creator holds: while the hold has `begun` she alone is told, and once it is `over` all others are. */
interface Held {
  hold?: 'begun' | 'over' | undefined
}

/** An event as far as its plan depends on it. */
export type PlannedEvent =
  | ({ type: 'tip.captured'; isForGoal: boolean; isFromAccount: boolean } & Held)
  | ({ type: 'goal.funded' } & Held)
  | { type: 'tip.returned' }
  | { type: 'alert.tested' }
  | { type: 'alert.replayed' }

export interface DeliverySettings {
  preferences: NotificationPreferences
  /** The toggles of each platform that is connected; a platform that is not is absent. */
  chat: Partial<Record<ChatPlatform, ChatbotToggles>>
  /** Whether any browser of the creator's wants push messages. */
  hasPush: boolean
  /** What this installation can reach at all: chat needs a bot, mail a server. */
  reachable: ReadonlySet<Destination>
}

/** Says where an event is owed; alerts come first, for they are what people wait for. */
export function planDeliveries(event: PlannedEvent, settings: DeliverySettings): Destination[] {
  if (event.type === 'tip.returned') return [] // the pages follow; nobody is told
  const hold = 'hold' in event ? event.hold : undefined
  const shown: Destination[] = ['alerts', ...planChat(event, settings.chat)]
  const owed = [
    ...(hold === 'begun' ? [] : shown),
    ...(hold === 'over' ? [] : [...planNotices(event, settings), ...planReceipt(event)]),
  ]
  return owed.filter((destination) => settings.reachable.has(destination))
}

function planChat(event: PlannedEvent, chat: DeliverySettings['chat']): Destination[] {
  return (['twitch', 'youtube', 'discord'] as const)
    .filter((platform) => chat[platform] && isWantedInChat(event, chat[platform]))
    .map((platform) => chatDestinations[platform])
}

function isWantedInChat(event: PlannedEvent, toggles: ChatbotToggles): boolean {
  switch (event.type) {
    case 'tip.captured':
      return event.isForGoal ? toggles.receiveAllTips : toggles.receiveGeneralTips
    case 'goal.funded':
      return toggles.receiveGoalFunded
    case 'tip.returned':
    case 'alert.tested':
    case 'alert.replayed':
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
    case 'alert.tested':
    case 'alert.replayed':
      return false
  }
}

/** A fan's address is known by the account alone; whoever has none may ask for the mail on the receipt's page. */
function planReceipt(event: PlannedEvent): Destination[] {
  return event.type === 'tip.captured' && event.isFromAccount ? ['receipt'] : []
}
