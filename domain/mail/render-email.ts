/** Renders emails as plain text and as HTML: tables and inline styles, because mail programs support little else. */
import type { Locale } from '../../contract/locale.ts'
import type { EmailBlock, EmailContent, FooterLine } from './email.ts'

export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

const ink = '#1B1530'
const quiet = '#6B6580'
const amber = '#FFB020'
const paper = '#FFF4E0'
const link = '#6C4CF1'

/** Renders an email. Both forms contain the same blocks in the same order, and all text is escaped in the HTML. */
export function renderEmail(content: EmailContent, locale: Locale): RenderedEmail {
  const { subject, blocks, footer } = content
  const footerText = footer.map(({ text, url }) => (url ? `${text}: ${url}` : text)).join('\n')
  return { subject, text: [...blocks.map(toText), footerText].join('\n\n'), html: toHtml(content, locale) }
}

function toText(block: EmailBlock): string {
  if (typeof block === 'string') return block
  switch (block.kind) {
    case 'code':
      return block.text
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'quote':
      return `${block.note}\n${block.text}`
    case 'button':
      return `${block.textLabel ?? block.label}: ${block.url}`
  }
}

function toHtml({ subject, blocks, footer }: EmailContent, locale: Locale): string {
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#FFFBF5;color:${ink};font:16px/1.5 Figtree,system-ui,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#FFFFFF;border-radius:12px;overflow:hidden">
<tr><td style="height:8px;background:#FF6B4A;background:linear-gradient(90deg,#FFB020,#FF6B4A)"></td></tr>
<tr><td style="padding:24px 28px">
<p style="margin:0 0 20px;font-weight:800;font-size:22px">Brimful</p>
${blocks.map(blockToHtml).join('\n')}
</td></tr></table>
<p style="margin:20px 0 0;color:${quiet};font-size:12px">${footer.map(lineToHtml).join('<br>')}</p>
</td></tr></table>
</body></html>`
}

function lineToHtml({ text, url }: FooterLine): string {
  if (!url) return escapeHtml(text)
  return `<a href="${escapeHtml(url)}" style="color:${link}">${escapeHtml(text)}</a>`
}

function blockToHtml(block: EmailBlock): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px">${escapeHtml(block)}</p>`
  switch (block.kind) {
    case 'code':
      return `<p style="margin:0 0 16px;padding:16px 12px 16px 20px;border-radius:12px;background:${paper};font-size:32px;font-weight:800;letter-spacing:8px;text-align:center">${escapeHtml(block.text)}</p>`
    case 'facts':
      return factsToHtml(block.rows)
    case 'list':
      return `<ul style="margin:0 0 24px;padding:0 0 0 20px">${block.items
        .map((item) => `<li style="margin:0 0 8px;white-space:pre-wrap">${escapeHtml(item)}</li>`)
        .join('\n')}</ul>`
    case 'quote':
      return `<p style="margin:0 0 8px;color:${quiet};font-size:14px">${escapeHtml(block.note)}</p>
<blockquote style="margin:0 0 24px;padding:12px 16px;border-left:4px solid ${amber};background:${paper};white-space:pre-wrap">${escapeHtml(block.text)}</blockquote>`
    case 'button':
      return `<p style="margin:8px 0 24px"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 24px;border-radius:999px;background:${amber};color:${ink};font-weight:700;text-decoration:none">${escapeHtml(block.label)}</a></p>`
  }
}

function factsToHtml(facts: [name: string, value: string][]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:6px 16px 6px 0;color:${quiet};font-size:14px;vertical-align:top">${escapeHtml(name)}</td>
<td style="padding:6px 0;color:${ink};overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-top:2px solid ${paper};border-bottom:2px solid ${paper}">
${rows.join('\n')}
</table>`
}

/** Escapes text for HTML content and attributes. */
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
