/** Writes the mail about accounts, as text and in the product's look. */
import { escapeHtml, frameMail, mailColours, paragraphHtml } from '../notifications/mail-frame.ts'
import type { MailText } from '../notifications/mail-frame.ts'
import type { Letter } from './account-mail.ts'
import { contentOf } from './letter-contents.ts'
import type { LetterSite } from './letter-contents.ts'

/** Writes a letter. */
export function writeLetter(letter: Letter, site: LetterSite): MailText {
  const { subject, before, code, button, after } = contentOf(letter, site)
  const footer = `Questions? Write to ${site.supportEmail}.`
  const text = [
    ...before,
    ...(code ? [code] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...after,
    footer,
  ].join('\n\n')
  const html = frameMail({
    subject,
    body: [...before.map(paragraphHtml), ...(code ? [codeHtml(code)] : []), ...after.map(paragraphHtml)].join(
      '\n',
    ),
    button: button ?? null,
    footer: escapeHtml(footer),
  })
  return { subject, text, html }
}

function codeHtml(code: string): string {
  const look = `margin:0 0 16px;padding:16px;border-radius:12px;background:${mailColours.paper};font-size:32px;font-weight:800;letter-spacing:8px;text-align:center`
  return `<p style="${look}">${escapeHtml(code)}</p>`
}
