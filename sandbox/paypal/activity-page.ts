/** The wallet's activity: what a seller, a bank or PayPal may still do with a payment. */
import { Router } from 'express'
import * as z from 'zod'
import { escapeHtml } from '../page.ts'
import { buttonForm, sendPage, wideTable } from '../provider-page.ts'
import { acts, capturesNewestFirst, findActs, performAct } from './acts.ts'
import type { Book, Capture, HookEvent } from './book.ts'
import { showMoney } from './money.ts'
import { page } from './pages.ts'
import type { Desk } from './settle.ts'

const address = '/paypal/activity'
const mostRows = 100

const pressed = z.union([
  z.object({ captureId: z.string(), act: z.enum(acts) }),
  z.object({ eventId: z.string() }),
])

/** The routes of /activity. */
export function activityRoutes(desk: Desk): Router {
  const router = Router()

  router.get('/activity', (_request, response) => sendPage(response, 200, activityPage(desk.book)))

  router.post('/activity', async (request, response) => {
    const form = pressed.safeParse(request.body)
    if (form.success && 'eventId' in form.data) await desk.hooks.resend(form.data)
    if (form.success && 'act' in form.data) {
      const capture = desk.book.captures[form.data.captureId]
      if (capture) performAct(desk, capture, form.data.act)
    }
    response.redirect(303, address)
  })

  return router
}

function activityPage(book: Book): string {
  const captures = capturesNewestFirst(book).slice(0, mostRows)
  const events = Object.values(book.events).reverse().slice(0, mostRows)
  return page(
    'Activity',
    `${captures.length ? captureTable(captures) : '<p>Nothing has been paid yet.</p>'}
    <h2>Webhooks</h2>
    <p class="note">Sent to ${escapeHtml(book.app.webhookUrl ?? 'nobody yet')}, mode: ${book.app.hookMode}.</p>
    ${events.length ? eventTable(events) : '<p>Nothing has been announced yet.</p>'}`,
  )
}

function captureTable(captures: Capture[]): string {
  const rows = captures.map(
    (capture) => `<tr>
      <td>${shortTime(capture.createTime)}</td><td>${capture.id}</td><td>${capture.orderId}</td>
      <td>${escapeHtml(capture.payee.email_address ?? '')}</td>
      <td>${escapeHtml(showMoney(capture.amount))}</td>
      <td>${capture.status}${capture.reason ? ` (${capture.reason})` : ''}${capture.disputeId ? ', disputed' : ''}</td>
      <td>${actButtons(capture)}</td></tr>`,
  )
  const heads = ['When', 'Capture', 'Order', 'Seller', 'Amount', 'Status', 'What next']
  return wideTable(heads, rows)
}

function actButtons(capture: Capture): string {
  const buttons = findActs(capture).map(
    ({ act, label }) => `<button name="act" value="${act}">${label}</button>`,
  )
  return buttonForm(address, 'captureId', capture.id, buttons.join(''))
}

function eventTable(events: HookEvent[]): string {
  const rows = events.map(
    (event) => `<tr>
      <td>${shortTime(event.createTime)}</td><td>${event.type}</td><td>${event.orderId ?? ''}</td>
      <td>${event.attempts}</td><td>${escapeHtml(event.lastAnswer ?? 'not sent')}</td>
      <td>${buttonForm(address, 'eventId', event.id, '<button>Send again</button>')}</td></tr>`,
  )
  return wideTable(['When', 'Event', 'Order', 'Tries', 'Answer', 'Again'], rows)
}

function shortTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)}`
}
