/** One mail for a burst: what came in within ten minutes, as text and in the product's look. */
import type { Locale } from '../../contract/locale.ts'
import { formatMoney } from '../../contract/money.ts'
import { m } from '../../i18n/compiled/messages.js'
import { escapeHtml, frameMail, paragraphHtml, smallLinkHtml } from './email-frame.ts'
import type { MailText } from './email-frame.ts'
import { headlineOf } from './tip-email.ts'
import type { TipMailStory } from './tip-email.ts'

export type DigestStory = Pick<TipMailStory, 'kind' | 'tip' | 'goal'>

/** More than that nobody reads in a mail; the dashboard has them all. */
const mostLines = 50

/** Writes the mail, oldest first. It goes to the creator alone, so private messages stand in it, marked as such. */
export function writeDigestMail(
  stories: readonly DigestStory[],
  { displayName, publicUrl, locale }: Pick<TipMailStory, 'displayName' | 'publicUrl' | 'locale'>,
): MailText {
  const to = { locale }
  const subject = headline(stories, locale)
  const lines = stories.slice(0, mostLines).map((story) => toLine(story, locale))
  const rest = stories.length - lines.length
  const intro = [m.mail_hi({ name: displayName }, to), m.mail_digest_intro({ what: subject }, to)]
  const more = rest > 0 ? [m.mail_digest_more({ count: rest }, to)] : []
  const dashboardUrl = `${publicUrl}/dashboard`
  const settingsUrl = `${publicUrl}/dashboard/notifications-setting`
  const text = [
    ...intro,
    lines.map((line) => `- ${line}`).join('\n'),
    ...more,
    `${m.mail_dashboard({}, to)}: ${dashboardUrl}`,
    `${m.mail_why({}, to)}: ${settingsUrl}`,
  ].join('\n\n')
  const list = lines
    .map((line) => `<li style="margin:0 0 8px;white-space:pre-wrap">${escapeHtml(line)}</li>`)
    .join('\n')
  const html = frameMail({
    locale,
    subject,
    body: `${intro.map(paragraphHtml).join('\n')}
<ul style="margin:0 0 24px;padding:0 0 0 20px">${list}</ul>
${more.map(paragraphHtml).join('\n')}`,
    button: { label: m.mail_dashboard_button({}, to), url: dashboardUrl },
    footer: smallLinkHtml(m.mail_why({}, to), settingsUrl),
  })
  return { subject, text, html }
}

function headline(stories: readonly DigestStory[], locale: Locale): string {
  const tips = stories.filter(({ kind }) => kind === 'tip')
  const funded = stories.length - tips.length
  const currency = stories[0]?.tip.currency ?? 'usd'
  const minor = tips.reduce((total, { tip }) => total + tip.amountMinor, 0)
  const sum = formatMoney(minor, currency, locale)
  const [one, other] = [
    ...(tips.length > 0 ? [m.mail_digest_tips({ count: tips.length, sum }, { locale })] : []),
    ...(funded > 0 ? [m.mail_digest_funded({ count: funded }, { locale })] : []),
  ]
  return one && other ? m.mail_digest_and({ one, other }, { locale }) : (one ?? '')
}

function toLine({ kind, tip, goal }: DigestStory, locale: Locale): string {
  const to = { locale }
  if (kind === 'goalFunded') return `${m.mail_funded_subject({ goal: goal?.title ?? '' }, to)}.`
  const said = { tip: headlineOf({ tip, goal, locale }), message: tip.message }
  const quoted = tip.isPrivate ? m.mail_digest_tip_private(said, to) : m.mail_digest_tip_message(said, to)
  const line = tip.message === '' ? said.tip : quoted
  return tip.isHeld ? m.mail_digest_held({ tip: line }, to) : line
}
