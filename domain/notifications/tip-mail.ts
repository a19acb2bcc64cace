/** The mail that tells a creator of a tip or of a funded goal, as text and in the product's look. */
import { formatMoney } from '../../contract/money.ts'
import type { PayoutCurrency } from '../../contract/money.ts'
import { toPublicTip } from '../../contract/tip.ts'
import type { WholeTip } from '../../contract/tip.ts'

export interface TipMailStory {
  kind: 'tip' | 'goalFunded'
  tip: WholeTip & { currency: PayoutCurrency }
  goal: { title: string; amountMinor: number; receivedMinor: number } | null
  displayName: string
  publicUrl: string
}

export interface MailText {
  subject: string
  text: string
  html: string
}

/** Writes the mail. It goes to the creator alone, so a private message stands in it, marked as such. */
export function writeTipMail(story: TipMailStory): MailText {
  const { tip, goal, publicUrl } = story
  const subject = story.kind === 'tip' ? tipHeadline(tip, goal) : `“${goal?.title}” is fully funded`
  const paragraphs = [
    `Hi ${story.displayName},`,
    story.kind === 'tip' ? `${subject}.` : fundedSentence(tip, goal),
    goal &&
      `${goal.title}: ${formatMoney(goal.receivedMinor, tip.currency)} of ${formatMoney(goal.amountMinor, tip.currency)}.`,
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

const ink = '#1B1530'

/** Tables and inline styles: mail programs know little else. */
function toHtml({ subject, paragraphs, quote, quoteNote, dashboardUrl, settingsUrl }: MailParts): string {
  const body = paragraphs.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('\n')
  const quoted =
    quote === null
      ? ''
      : `<p style="margin:0 0 8px;color:#6B6580;font-size:14px">${quoteNote}</p>
<blockquote style="margin:0 0 24px;padding:12px 16px;border-left:4px solid #FFB020;background:#FFF4E0;white-space:pre-wrap">${escapeHtml(quote)}</blockquote>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#FFFBF5;color:${ink};font:16px/1.5 Figtree,system-ui,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#FFFFFF;border-radius:12px;overflow:hidden">
<tr><td style="height:8px;background:#FF6B4A;background:linear-gradient(90deg,#FFB020,#FF6B4A)"></td></tr>
<tr><td style="padding:24px 28px">
<p style="margin:0 0 20px;font-weight:800;font-size:22px">Brimful</p>
${body}
${quoted}
<p style="margin:0 0 8px"><a href="${escapeHtml(dashboardUrl)}" style="display:inline-block;padding:12px 24px;border-radius:999px;background:#FFB020;color:${ink};font-weight:700;text-decoration:none">Open your dashboard</a></p>
</td></tr></table>
<p style="margin:20px 0 0;color:#6B6580;font-size:12px">You get this mail because of your <a href="${escapeHtml(settingsUrl)}" style="color:#6C4CF1">notification settings</a>.</p>
</td></tr></table>
</body></html>`
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character)
}
