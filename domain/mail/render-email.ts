/** Writes the mail about accounts, as text and in the product's look. */
import type { Locale } from '../../contract/locale.ts'
import { m } from '../../i18n/compiled/messages.js'
import { escapeHtml, frameMail, mailColours, paragraphHtml } from './email-frame.ts'
import type { MailText } from './email-frame.ts'
import type { Letter } from './account-mail.ts'
import { contentOf } from './account-templates.ts'
import type { LetterSite } from './account-templates.ts'

/** Writes a letter in a language. */
export function writeLetter(
  letter: Letter,
  { publicUrl, supportEmail }: LetterSite,
  locale: Locale,
): MailText {
  const to = { publicUrl, supportEmail, locale }
  const { subject, before, code, facts = [], button, after } = contentOf(letter, to)
  const footer = m.mail_questions({ email: supportEmail }, to)
  const text = [
    ...before,
    ...(code ? [code] : []),
    ...(facts.length > 0 ? [facts.map(([name, text]) => `${name}: ${text}`).join('\n')] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...after,
    footer,
  ].join('\n\n')
  const html = frameMail({
    locale,
    subject,
    body: [
      ...before.map(paragraphHtml),
      ...(code ? [codeHtml(code)] : []),
      ...(facts.length > 0 ? [factsHtml(facts)] : []),
    ].join('\n'),
    button: button ?? null,
    after: after.map(paragraphHtml).join('\n'),
    footer: escapeHtml(footer),
  })
  return { subject, text, html }
}

function codeHtml(code: string): string {
  const look = `margin:0 0 16px;padding:16px 12px 16px 20px;border-radius:12px;background:${mailColours.paper};font-size:32px;font-weight:800;letter-spacing:8px;text-align:center`
  return `<p style="${look}">${escapeHtml(code)}</p>`
}

function factsHtml(facts: [name: string, text: string][]): string {
  const { ink, quiet, paper } = mailColours
  const rows = facts.map(
    ([name, text]) =>
      `<tr><td style="padding:6px 16px 6px 0;color:${quiet};font-size:14px;vertical-align:top">${escapeHtml(name)}</td>
<td style="padding:6px 0;color:${ink};overflow-wrap:anywhere">${escapeHtml(text)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-top:2px solid ${paper};border-bottom:2px solid ${paper}">
${rows.join('\n')}
</table>`
}
