/** What a creator's browser shows of a tip or of a funded goal. It may lie open on a desk: private messages stay out of it. */
import type { Locale } from '../../contract/locale.ts'
import { formatMoney } from '../../contract/money.ts'
import { toPublicTip } from '../../contract/tip.ts'
import { m } from '../../i18n/compiled/messages.js'
import type { TipMailStory } from '../mail/tip-email.ts'

/** What the service worker is handed: see `web/public/service-worker.js`. */
export interface PushMessage {
  title: string
  body: string
  /** A message of the same tag takes the place of the first: a repeat shows once. */
  tag: string
  /** A path of the site. */
  url: string
}

/** Writes it in the language of that browser. */
export function writeTipPush(
  { kind, tip, goal }: Pick<TipMailStory, 'kind' | 'tip' | 'goal'>,
  tag: string,
  locale: Locale,
): PushMessage {
  const { name, amount: amountMinor, message, currency } = toPublicTip(tip)
  const amount = formatMoney(amountMinor, currency, locale)
  const url = '/dashboard/notification'
  const to = { locale }
  if (kind === 'goalFunded' && goal) {
    const body = m.inbox_funded_by({ name, amount }, to)
    return { title: m.inbox_funded({ goal: goal.title }, to), body, tag, url }
  }
  const lines: string[] = [goal ? m.inbox_towards({ goal: goal.title }, to) : m.inbox_general({}, to)]
  if (message) lines.push(`“${message}”`)
  if (tip.isPrivate && tip.message !== '') lines.push(m.inbox_private({}, to))
  if (tip.isHeld) lines.push(m.inbox_held({}, to))
  return { title: m.inbox_tip({ name, amount }, to), body: lines.join('\n'), tag, url }
}
