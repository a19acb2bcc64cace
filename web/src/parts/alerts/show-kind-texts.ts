import type { ShowKind } from '../../../../contract/show/show-event.ts'
import { m } from '../../../../i18n/compiled/messages.js'

/** What the kinds of show events are called. */
export const showKindTexts: Record<ShowKind, () => string> = {
  follow: m.show_kind_follow,
  subscription: m.show_kind_subscription,
  gift: m.show_kind_gift,
  cheer: m.show_kind_cheer,
  raid: m.show_kind_raid,
  train: m.show_kind_train,
  reward: m.show_kind_reward,
  charity: m.show_kind_charity,
  superchat: m.show_kind_superchat,
  other: m.show_kind_other,
}
