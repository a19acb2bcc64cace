/** Shows the received emails as pages and as JSON. */
import type { Router } from 'express'
import { escapeHtml, formatTime, page, table } from '../page.ts'
import type { Inbox, Mail } from './inbox.ts'

/** Adds the pages under /mail. */
export function addPages(router: Router, inbox: Inbox): void {
  router.get('/mail', (request, response) => {
    const to = addressOf(request.query.to)
    response.send(page(to ? `Email to ${to}` : 'Email', listHtml(inbox.list(to))))
  })

  router.get('/mail/messages', (request, response) => {
    response.json(inbox.list(addressOf(request.query.to)))
  })

  router.get('/mail/:id', (request, response) => {
    const mail = inbox.find(request.params.id)
    if (!mail)
      return void response.status(404).send(page('Email not found', '<p><a href="/mail">All emails</a></p>'))
    response.send(page(mail.subject || '(no subject)', mailHtml(mail)))
  })
}

function listHtml(mails: Mail[]): string {
  if (!mails.length) return '<p>No emails yet.</p>'
  const rows = mails.map(({ id, at, to, subject }) => [
    `<time datetime="${at}">${formatTime(at)}</time>`,
    to.map(recipientLink).join(', '),
    `<a href="/mail/${id}">${escapeHtml(subject || '(no subject)')}</a>`,
  ])
  return table(['When (UTC)', 'To', 'Subject'], rows)
}

/** Returns an email as HTML. The email's own HTML is in a frame that runs no scripts and opens links in a new window. */
function mailHtml({ from, to, at, text, html }: Mail): string {
  const head = `<p class="note">From ${escapeHtml(from)} to ${to.map(recipientLink).join(', ')}, ${at}</p>`
  const plain = text && `<h2>Text</h2><pre>${escapeHtml(text)}</pre>`
  const framed = escapeHtml(`<base target="_blank">${html}`)
  const rich =
    html &&
    `<h2>HTML</h2><iframe title="The email as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"
srcdoc="${framed}"></iframe>`
  return `${head}${plain}${rich}<p><a href="/mail">All emails</a></p>`
}

function recipientLink(address: string): string {
  return `<a href="/mail?to=${encodeURIComponent(address)}">${escapeHtml(address)}</a>`
}

function addressOf(value: unknown): string | undefined {
  return typeof value === 'string' && value ? value : undefined
}
