/** The mail that tells a creator of a tip or of a funded goal, as text and in the product's look. */
import type { Locale } from '../../contract/locale.ts'
import { formatMoney } from '../../contract/money.ts'
import { toPublicTip } from '../../contract/tip.ts'
import type { FullTip } from '../../contract/tip.ts'
import { m } from '../../i18n/compiled/messages.js'
import { escapeHtml, frameMail, mailColours, paragraphHtml, smallLinkHtml } from './email-frame.ts'
import type { MailText } from './email-frame.ts'

export interface TipMailStory {
  kind: 'tip' | 'goalFunded'
  /** While it is held nobody but the creator has seen it. */
  tip: FullTip & { isHeld: boolean }
  goal: { title: string; amountMinor: number; receivedMinor: number } | null
  displayName: string
  publicUrl: string
  /** The creator's. */
  locale: Locale
}

/** Writes the mail. It goes to the creator alone, so a private message stands in it, marked as such. */
export function writeTipMail(story: TipMailStory): MailText {
  const { kind, tip, goal, publicUrl, locale } = story
  const to = { locale }
  const told = { tip, goal, locale }
  const subject = kind === 'tip' ? headlineOf(told) : m.mail_funded_subject({ goal: goal?.title ?? '' }, to)
  const paragraphs = [
    m.mail_hi({ name: story.displayName }, to),
    kind === 'tip' ? `${subject}.` : fundedSentence(told),
    goal && progressSentence(told, goal),
    kind === 'tip' && tip.isHeld ? m.mail_tip_held({}, to) : null,
  ].filter((line) => line !== null)
  const quote = kind === 'tip' && tip.message !== '' ? tip.message : null
  const quoteNote = tip.isPrivate ? m.mail_tip_message_private({}, to) : m.mail_tip_message({}, to)
  const settingsUrl = `${publicUrl}/dashboard/notifications-setting`
  const dashboardUrl = `${publicUrl}/dashboard`
  const text = [
    ...paragraphs,
    ...(quote === null ? [] : [`${quoteNote}\n${quote}`]),
    `${m.mail_dashboard({}, to)}: ${dashboardUrl}`,
    `${m.mail_why({}, to)}: ${settingsUrl}`,
  ].join('\n\n')
  const html = frameMail({
    locale,
    subject,
    body: `${paragraphs.map(paragraphHtml).join('\n')}\n${quote === null ? '' : quoteHtml(quoteNote, quote)}`,
    button: { label: m.mail_dashboard_button({}, to), url: dashboardUrl },
    footer: smallLinkHtml(m.mail_why({}, to), settingsUrl),
  })
  return { subject, text, html }
}

type Told = Pick<TipMailStory, 'tip' | 'goal' | 'locale'>

/** Who gave how much, and for what: without a full stop. */
export function headlineOf({ tip, goal, locale }: Told): string {
  const { name, amount: amountMinor, currency } = toPublicTip(tip)
  const amount = formatMoney(amountMinor, currency, locale)
  if (!goal) return m.mail_tip_subject({ name, amount }, { locale })
  return m.mail_tip_towards_subject({ name, amount, goal: goal.title }, { locale })
}

function fundedSentence({ tip, goal, locale }: Told): string {
  const { name, amount, currency } = toPublicTip(tip)
  const values = { goal: goal?.title ?? '', name, amount: formatMoney(amount, currency, locale) }
  return m.mail_funded_text(values, { locale })
}

function progressSentence({ tip, locale }: Told, goal: NonNullable<Told['goal']>): string {
  const received = formatMoney(goal.receivedMinor, tip.currency, locale)
  const amount = formatMoney(goal.amountMinor, tip.currency, locale)
  return m.mail_tip_progress({ goal: goal.title, received, amount }, { locale })
}

function quoteHtml(note: string, quote: string): string {
  const { quiet, amber, paper } = mailColours
  return `<p style="margin:0 0 8px;color:${quiet};font-size:14px">${escapeHtml(note)}</p>
<blockquote style="margin:0 0 24px;padding:12px 16px;border-left:4px solid ${amber};background:${paper};white-space:pre-wrap">${escapeHtml(quote)}</blockquote>`
}
