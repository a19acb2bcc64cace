/** The mail that tells a creator of a tip or of a funded goal, as text and in the product's look. */
import { formatMoney } from '../../contract/money.ts'
import { toPublicTip } from '../../contract/tip.ts'
import type { WholeTip } from '../../contract/tip.ts'
import { escapeHtml, frameMail, mailColours, paragraphHtml } from './mail-frame.ts'
import type { MailText } from './mail-frame.ts'

export interface TipMailStory {
  kind: 'tip' | 'goalFunded'
  /** While it is held nobody but the creator has seen it. */
  tip: WholeTip & { isHeld: boolean }
  goal: { title: string; amountMinor: number; receivedMinor: number } | null
  displayName: string
  publicUrl: string
}

const heldSentence =
  'It is held for you: the money counts, and its alert and message have been shown to nobody yet. Show or dismiss it in your latest tips.'

/** Writes the mail. It goes to the creator alone, so a private message stands in it, marked as such. */
export function writeTipMail(story: TipMailStory): MailText {
  const { tip, goal, publicUrl } = story
  const subject = story.kind === 'tip' ? tipHeadline(tip, goal) : `“${goal?.title}” is fully funded`
  const paragraphs = [
    `Hi ${story.displayName},`,
    story.kind === 'tip' ? `${subject}.` : fundedSentence(tip, goal),
    goal &&
      `${goal.title}: ${formatMoney(goal.receivedMinor, tip.currency)} of ${formatMoney(goal.amountMinor, tip.currency)}.`,
    story.kind === 'tip' && tip.isHeld ? heldSentence : null,
  ].filter((line) => line !== null)
  const quote = story.kind === 'tip' && tip.message !== '' ? tip.message : null
  const quoteNote = tip.isPrivate ? 'A private message, for you alone:' : 'Their message:'
  const settingsUrl = `${publicUrl}/dashboard/notifications-setting`
  const dashboardUrl = `${publicUrl}/dashboard`
  const text = [
    ...paragraphs,
    ...(quote === null ? [] : [`${quoteNote}\n${quote}`]),
    `Your dashboard: ${dashboardUrl}`,
    `You get this mail because of your notification settings: ${settingsUrl}`,
  ].join('\n\n')
  return { subject, text, html: toHtml({ subject, paragraphs, quote, quoteNote, dashboardUrl, settingsUrl }) }
}

function tipHeadline(tip: TipMailStory['tip'], goal: TipMailStory['goal']): string {
  const { name, amount, currency } = toPublicTip(tip)
  return `${name} tipped ${formatMoney(amount, currency)}${goal ? ` towards “${goal.title}”` : ''}`
}

function fundedSentence(tip: TipMailStory['tip'], goal: TipMailStory['goal']): string {
  const { name, amount, currency } = toPublicTip(tip)
  return `“${goal?.title}” is full to the brim. ${name} filled it with ${formatMoney(amount, currency)}.`
}

interface MailParts {
  subject: string
  paragraphs: string[]
  quote: string | null
  quoteNote: string
  dashboardUrl: string
  settingsUrl: string
}

function toHtml({ subject, paragraphs, quote, quoteNote, dashboardUrl, settingsUrl }: MailParts): string {
  const { quiet, amber, paper, link } = mailColours
  const quoted =
    quote === null
      ? ''
      : `<p style="margin:0 0 8px;color:${quiet};font-size:14px">${quoteNote}</p>
<blockquote style="margin:0 0 24px;padding:12px 16px;border-left:4px solid ${amber};background:${paper};white-space:pre-wrap">${escapeHtml(quote)}</blockquote>`
  const settings = `<a href="${escapeHtml(settingsUrl)}" style="color:${link}">notification settings</a>`
  return frameMail({
    subject,
    body: `${paragraphs.map(paragraphHtml).join('\n')}\n${quoted}`,
    button: { label: 'Open your dashboard', url: dashboardUrl },
    footer: `You get this mail because of your ${settings}.`,
  })
}
