/** The push message about a tip or funded goal. Other people may see the screen, so private messages are left out. */
import type { Locale } from '../../contract/locale.ts'
import { formatMoney } from '../../contract/money/money.ts'
import { isolate } from '../../contract/text.ts'
import { toPublicTip } from '../../contract/payments/tip.ts'
import { m } from '../../i18n/compiled/messages.js'
import type { TipDetails } from '../mail/tip-email.ts'

/** The message that the service worker receives: see `web/public/service-worker.js`. */
export interface PushMessage {
  title: string
  body: string
  /** Identifies the message. A browser replaces an earlier message with the same tag, so a repeat is shown once. */
  tag: string
  /** The path of our site that a click on the message opens. */
  url: string
}

/** Returns the push message in the language of the browser that subscribed. */
export function writeTipPush({ kind, tip, goal }: TipDetails, tag: string, locale: Locale): PushMessage {
  const { name, amount: amountMinor, message, currency } = toPublicTip(tip)
  const amount = formatMoney(amountMinor, currency, locale)
  const url = '/dashboard/notification'
  const to = { locale }
  if (kind === 'goalFunded' && goal) {
    const body = m.inbox_funded_by({ name: isolate(name), amount }, to)
    return { title: m.inbox_funded({ goal: goal.title }, to), body, tag, url }
  }
  const lines: string[] = [goal ? m.inbox_towards({ goal: goal.title }, to) : m.inbox_general({}, to)]
  if (message) lines.push(`“${message}”`)
  if (tip.isPrivate && tip.message !== '') lines.push(m.inbox_private({}, to))
  if (tip.isHeld) lines.push(m.inbox_held({}, to))
  return { title: m.inbox_tip({ name: isolate(name), amount }, to), body: lines.join('\n'), tag, url }
}
