/** The mail as a person reads it, and as JSON. */
import { Router } from 'express'
import { escapeHtml, page } from '../page.ts'
import type { Inbox, Mail } from './inbox.ts'

/** Routes under /mail. */
export function pageRoutes(inbox: Inbox): Router {
  const router = Router()

  router.get('/mail', (request, response) => {
    const to = addressOf(request.query.to)
    response.send(page(to ? `Mail to ${to}` : 'Mail', listHtml(inbox.list(to))))
  })

  router.get('/mail/messages', (request, response) => {
    response.json(inbox.list(addressOf(request.query.to)))
  })

  router.get('/mail/:id', (request, response) => {
    const mail = inbox.find(request.params.id)
    if (!mail)
      return void response.status(404).send(page('No such mail', '<p><a href="/mail">All mail</a></p>'))
    response.send(page(mail.subject || '(no subject)', mailHtml(mail)))
  })

  return router
}

function listHtml(mails: Mail[]): string {
  if (!mails.length) return '<p>No mail yet.</p>'
  const rows = mails.map(
    ({
      id,
      at,
      to,
      subject,
    }) => `<tr><td><time datetime="${at}">${at.slice(0, 19).replace('T', ' ')}</time></td>
<td>${to.map(recipientLink).join(', ')}</td>
<td><a href="/mail/${id}">${escapeHtml(subject || '(no subject)')}</a></td></tr>`,
  )
  return `<table><thead><tr><th>When (UTC)</th><th>To</th><th>Subject</th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`
}

/** The mail's own HTML runs no script, and its links open outside the frame. */
function mailHtml({ from, to, at, text, html }: Mail): string {
  const head = `<p class="quiet">From ${escapeHtml(from)} to ${to.map(recipientLink).join(', ')}, ${at}</p>`
  const plain = text && `<h2>Text</h2><pre class="card">${escapeHtml(text)}</pre>`
  const framed = escapeHtml(`<base target="_blank">${html}`)
  const rich =
    html &&
    `<h2>HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"
srcdoc="${framed}"></iframe>`
  return `${head}${plain}${rich}<p><a href="/mail">All mail</a></p>`
}

function recipientLink(address: string): string {
  return `<a href="/mail?to=${encodeURIComponent(address)}">${escapeHtml(address)}</a>`
}

function addressOf(value: unknown): string | undefined {
  return typeof value === 'string' && value ? value : undefined
}
