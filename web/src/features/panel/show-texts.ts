import { chatPlatforms } from '../../../../contract/chat/platforms.ts'
import type { PanelShow } from '../../../../contract/panel/panel.ts'
import type { Currency } from '../../../../contract/money/currencies.ts'
import { countsMoney } from '../../../../contract/show/money-kinds.ts'
import type { ShowKind, ShowTier } from '../../../../contract/show/show-event.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount, formatNumber } from '../../lib/format.ts'

/** What the one whom a show event names did. */
const didTexts: Record<ShowKind, () => string> = {
  follow: m.show_did_follow,
  subscription: m.show_did_subscription,
  gift: m.show_did_gift,
  cheer: m.show_did_cheer,
  raid: m.show_did_raid,
  train: m.show_did_train,
  reward: m.show_did_reward,
  charity: m.show_did_charity,
  superchat: m.show_did_superchat,
  other: m.show_kind_other,
}

/** What the tiers of subscriptions are called; the first one, which most have, is not named. */
const tierTexts: Record<ShowTier, () => string> = {
  '1': () => '',
  '2': m.show_tier_2,
  '3': m.show_tier_3,
  prime: m.show_tier_prime,
}

/** Returns what a show event counts; undefined if it counts nothing. */
export function countText({ kind, quantity, unit, tier }: PanelShow): string | undefined {
  if (kind === 'subscription' || kind === 'gift') {
    const months = kind === 'subscription' && quantity !== null && m.show_month({ count: quantity })
    const given = kind === 'gift' && quantity !== null && formatNumber(quantity)
    return [months || given, tier && tierTexts[tier]()].filter(Boolean).join(' · ') || undefined
  }
  if (quantity === null) return undefined
  if (countsMoney(kind) && unit !== null) return formatAmount(quantity, unit as Currency)
  return unit === null ? formatNumber(quantity) : `${formatNumber(quantity)} ${unit}`
}

/** Returns what somebody did, with the reward or the charity that it is about; of another event its title. */
export function whatText({ kind, title }: PanelShow): string {
  if (title === null) return didTexts[kind]()
  return kind === 'other' ? title : `${didTexts[kind]()}: ${title}`
}

/** Returns whom a show event names, and how many others of its burst; undefined if it names nobody. */
export function aboutText({ name, count = 1 }: PanelShow): string | undefined {
  if (name === null) return undefined
  return count === 1 ? name : m.panel_and_others({ name, count: count - 1 })
}

/** Returns where a show event comes from. */
export function sourceText({ source, tool }: PanelShow): string {
  if (source !== 'tool') return m.panel_by_platform({ platform: chatPlatforms[source].name })
  return tool === null ? m.panel_by_a_tool() : m.panel_by_tool({ tool })
}
