/** The product's look for mail: tables and inline styles, for mail programs know little else. */
import type { Locale } from '../../contract/locale.ts'

export interface MailText {
  subject: string
  text: string
  html: string
}

export interface MailFrame {
  locale: Locale
  subject: string
  /** The middle, as HTML. */
  body: string
  button: { label: string; url: string } | null
  /** What is said below the button, as HTML. */
  after?: string
  /** The small print, as HTML. */
  footer: string
}

export const mailColours = {
  ink: '#1B1530',
  quiet: '#6B6580',
  amber: '#FFB020',
  paper: '#FFF4E0',
  link: '#6C4CF1',
}
const { ink, quiet, amber } = mailColours

/** Puts the parts of a mail into the frame that all our mails share. */
export function frameMail({ locale, subject, body, button, after = '', footer }: MailFrame): string {
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#FFFBF5;color:${ink};font:16px/1.5 Figtree,system-ui,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#FFFFFF;border-radius:12px;overflow:hidden">
<tr><td style="height:8px;background:#FF6B4A;background:linear-gradient(90deg,#FFB020,#FF6B4A)"></td></tr>
<tr><td style="padding:24px 28px">
<p style="margin:0 0 20px;font-weight:800;font-size:22px">Brimful</p>
${body}
${button ? buttonHtml(button) : ''}
${after}
</td></tr></table>
<p style="margin:20px 0 0;color:${quiet};font-size:12px">${footer}</p>
</td></tr></table>
</body></html>`
}

/** A paragraph of plain text. */
export function paragraphHtml(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
}

/** A link of the small print. */
export function smallLinkHtml(text: string, url: string): string {
  return `<a href="${escapeHtml(url)}" style="color:${mailColours.link}">${escapeHtml(text)}</a>`
}

/** Text as it stands in HTML, attributes included. */
export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character)
}

function buttonHtml({ label, url }: { label: string; url: string }): string {
  const look = `display:inline-block;padding:12px 24px;border-radius:999px;background:${amber};color:${ink};font-weight:700;text-decoration:none`
  return `<p style="margin:8px 0 24px"><a href="${escapeHtml(url)}" style="${look}">${escapeHtml(label)}</a></p>`
}
