import type { Locale } from '../../contract/locale.ts'
import { formatMoney } from '../../contract/money/money.ts'
import { isolate } from '../../contract/text.ts'
import { countedAmount, toPublicTip } from '../../contract/payments/tip.ts'
import type { FullTip } from '../../contract/payments/tip.ts'
import { m } from '../../i18n/compiled/messages.js'
import type { EmailBlock, EmailContent } from './email.ts'

/** The event that an email is about: a tip, or the goal that it funded. */
export interface TipDetails {
  kind: 'tip' | 'goalFunded'
  /** The tip. While it is held, only the creator has seen it. */
  tip: FullTip & { isHeld: boolean }
  goal: { title: string; amountMinor: number; receivedMinor: number } | null
}

export interface TipEmailSetting {
  displayName: string
  publicUrl: string
  /** The link by which the creator stops emails like this one. */
  unsubscribeUrl: string
  /** The creator's language. */
  locale: Locale
}

/** The maximum number of items in a digest. The dashboard shows all of them. */
const maxItems = 50

/**
 * Returns the email about one tip or funded goal. It goes to the creator only, so it contains private messages, marked as private.
 */
export function toTipEmail(details: TipDetails, to: TipEmailSetting): EmailContent {
  const { kind, tip, goal } = details
  const isTip = kind === 'tip'
  const subject = isTip ? toHeadline(details, to) : m.mail_funded_subject({ goal: goal?.title ?? '' }, to)
  const note = tip.isPrivate ? m.mail_tip_message_private({}, to) : m.mail_tip_message({}, to)
  return {
    subject,
    blocks: [
      m.mail_hi({ name: to.displayName }, to),
      isTip ? `${subject}.` : toFundedSentence(details, to),
      ...(goal ? [toProgressSentence(tip, goal, to)] : []),
      ...(isTip && tip.isHeld ? [m.mail_tip_held({}, to)] : []),
      ...(isTip && tip.message !== '' ? [{ kind: 'quote', note, text: tip.message } as const] : []),
      dashboardButton(to),
    ],
    footer: settingsFooter(to),
  }
}

/**
 * Returns one email about several tips and funded goals, oldest first. It goes to the creator only, so it contains private
 * messages.
 */
export function toDigestEmail(all: readonly TipDetails[], to: TipEmailSetting): EmailContent {
  const subject = toDigestHeadline(all, to)
  const items = all.slice(0, maxItems).map((details) => toItem(details, to))
  const rest = all.length - items.length
  return {
    subject,
    blocks: [
      m.mail_hi({ name: to.displayName }, to),
      m.mail_digest_intro({ what: subject }, to),
      { kind: 'list', items },
      ...(rest > 0 ? [m.mail_digest_more({ count: rest }, to)] : []),
      dashboardButton(to),
    ],
    footer: settingsFooter(to),
  }
}

/** Returns one phrase, without a full stop, that says who gave how much, and for which goal. */
export function toHeadline(
  { tip, goal }: Pick<TipDetails, 'tip' | 'goal'>,
  { locale }: { locale: Locale },
): string {
  const { name, amount: amountMinor, currency } = toPublicTip(tip)
  const values = { name: isolate(name), amount: formatMoney(amountMinor, currency, locale) }
  if (!goal) return m.mail_tip_subject(values, { locale })
  return m.mail_tip_towards_subject({ ...values, goal: goal.title }, { locale })
}

function toFundedSentence({ tip, goal }: TipDetails, { locale }: TipEmailSetting): string {
  const { name, amount, currency } = toPublicTip(tip)
  const values = {
    goal: goal?.title ?? '',
    name: isolate(name),
    amount: formatMoney(amount, currency, locale),
  }
  return m.mail_funded_text(values, { locale })
}

function toProgressSentence(
  tip: TipDetails['tip'],
  goal: NonNullable<TipDetails['goal']>,
  { locale }: TipEmailSetting,
): string {
  const { currency } = countedAmount(tip)
  const received = formatMoney(goal.receivedMinor, currency, locale)
  const amount = formatMoney(goal.amountMinor, currency, locale)
  return m.mail_tip_progress({ goal: goal.title, received, amount }, { locale })
}

function toDigestHeadline(all: readonly TipDetails[], to: TipEmailSetting): string {
  const tips = all.filter(({ kind }) => kind === 'tip')
  const funded = all.length - tips.length
  const counted = all.map(({ kind, tip }) => ({ ...countedAmount(tip), kind }))
  const totalMinor = counted.reduce((total, one) => total + (one.kind === 'tip' ? one.amountMinor : 0), 0)
  const sum = formatMoney(totalMinor, counted[0]?.currency ?? 'usd', to.locale)
  const [one, other] = [
    ...(tips.length > 0 ? [m.mail_digest_tips({ count: tips.length, sum }, to)] : []),
    ...(funded > 0 ? [m.mail_digest_funded({ count: funded }, to)] : []),
  ]
  return one && other ? m.mail_digest_and({ one, other }, to) : (one ?? '')
}

function toItem(details: TipDetails, to: TipEmailSetting): string {
  const { kind, tip, goal } = details
  if (kind === 'goalFunded') return `${m.mail_funded_subject({ goal: goal?.title ?? '' }, to)}.`
  const values = { tip: toHeadline(details, to), message: tip.message }
  const quoted = tip.isPrivate ? m.mail_digest_tip_private(values, to) : m.mail_digest_tip_message(values, to)
  const item = tip.message === '' ? values.tip : quoted
  return tip.isHeld ? m.mail_digest_held({ tip: item }, to) : item
}

function dashboardButton(to: TipEmailSetting): EmailBlock {
  return {
    kind: 'button',
    label: m.mail_dashboard_button({}, to),
    textLabel: m.mail_dashboard({}, to),
    url: `${to.publicUrl}/dashboard`,
  }
}

function settingsFooter(to: TipEmailSetting): EmailContent['footer'] {
  return [
    { text: m.mail_why({}, to), url: `${to.publicUrl}/dashboard/notifications-setting` },
    { text: m.mail_unsubscribe({}, to), url: to.unsubscribeUrl },
  ]
}
