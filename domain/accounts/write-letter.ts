/** Writes the mail about accounts, as text and in the product's look. */
import { escapeHtml, frameMail, mailColours, paragraphHtml } from '../notifications/mail-frame.ts'
import type { MailText } from '../notifications/mail-frame.ts'
import type { Letter } from './account-mail.ts'

export interface LetterSite {
  publicUrl: string
  supportEmail: string
}

interface Content {
  subject: string
  before: string[]
  code?: string
  button?: { label: string; url: string }
  after: string[]
}

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

function contentOf(letter: Letter, { publicUrl }: LetterSite): Content {
  switch (letter.kind) {
    case 'sign-up-code':
      return {
        subject: `${letter.code} is your Brimful code`,
        before: [`Hi ${letter.name},`, 'This code finishes your sign-up:'],
        code: letter.code,
        after: [
          'It is good for 10 minutes. If you did not sign up, you can ignore this mail: no account is opened.',
        ],
      }
    case 'sign-up-known':
      return {
        subject: 'You already have a Brimful account',
        before: [
          'Somebody began to sign up with this e-mail address, which has an account already.',
          'If it was you, just log in. If you do not remember your password, you can choose a new one there.',
        ],
        button: { label: 'Log in', url: `${publicUrl}/account` },
        after: ['If it was not you, there is nothing to do: nothing has changed.'],
      }
  }
}

function codeHtml(code: string): string {
  const look = `margin:0 0 16px;padding:16px;border-radius:12px;background:${mailColours.paper};font-size:32px;font-weight:800;letter-spacing:8px;text-align:center`
  return `<p style="${look}">${escapeHtml(code)}</p>`
}
