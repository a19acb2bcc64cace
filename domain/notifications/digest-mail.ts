/** One mail for a burst: what came in within ten minutes, as text and in the product's look. */
import { formatMoney } from '../../contract/money.ts'
import { toPublicTip } from '../../contract/tip.ts'
import { escapeHtml, frameMail, mailColours, paragraphHtml } from './mail-frame.ts'
import type { MailText } from './mail-frame.ts'
import type { TipMailStory } from './tip-mail.ts'

export type DigestStory = Pick<TipMailStory, 'kind' | 'tip' | 'goal'>

/** More than that nobody reads in a mail; the dashboard has them all. */
const mostLines = 50

/** Writes the mail, oldest first. It goes to the creator alone, so private messages stand in it, marked as such. */
export function writeDigestMail(
  stories: readonly DigestStory[],
  { displayName, publicUrl }: Pick<TipMailStory, 'displayName' | 'publicUrl'>,
): MailText {
  const subject = headline(stories)
  const lines = stories.slice(0, mostLines).map(toLine)
  const rest = stories.length - lines.length
  const intro = [`Hi ${displayName},`, `${subject} in the last minutes:`]
  const more = rest > 0 ? [`and ${rest} more on your dashboard.`] : []
  const dashboardUrl = `${publicUrl}/dashboard`
  const settingsUrl = `${publicUrl}/dashboard/notifications-setting`
  const text = [
    ...intro,
    lines.map((line) => `- ${line}`).join('\n'),
    ...more,
    `Your dashboard: ${dashboardUrl}`,
    `You get this mail because of your notification settings: ${settingsUrl}`,
  ].join('\n\n')
  const list = lines
    .map((line) => `<li style="margin:0 0 8px;white-space:pre-wrap">${escapeHtml(line)}</li>`)
    .join('\n')
  const html = frameMail({
    subject,
    body: `${intro.map(paragraphHtml).join('\n')}
<ul style="margin:0 0 24px;padding:0 0 0 20px">${list}</ul>
${more.map(paragraphHtml).join('\n')}`,
    button: { label: 'Open your dashboard', url: dashboardUrl },
    footer: `You get this mail because of your <a href="${escapeHtml(settingsUrl)}" style="color:${mailColours.link}">notification settings</a>.`,
  })
  return { subject, text, html }
}

function headline(stories: readonly DigestStory[]): string {
  const tips = stories.filter(({ kind }) => kind === 'tip')
  const funded = stories.length - tips.length
  const sum = tips.reduce((total, { tip }) => total + tip.amountMinor, 0)
  const currency = stories[0]?.tip.currency ?? 'usd'
  const parts = [
    tips.length > 0 && `${count(tips.length, 'tip')}, ${formatMoney(sum, currency)}`,
    funded > 0 && `${count(funded, 'goal')} fully funded`,
  ]
  return parts.filter(Boolean).join(' and ')
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

function toLine({ kind, tip, goal }: DigestStory): string {
  const { name, amount, currency } = toPublicTip(tip)
  if (kind === 'goalFunded') return `“${goal?.title}” is fully funded.`
  const words = tip.message === '' ? '' : `: ${tip.isPrivate ? '(private) ' : ''}“${tip.message}”`
  const held = tip.isHeld ? ' (held: show or dismiss it in your latest tips)' : ''
  return `${name} tipped ${formatMoney(amount, currency)}${goal ? ` towards “${goal.title}”` : ''}${words}${held}`
}
