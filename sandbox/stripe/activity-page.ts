/** The dashboard's payments: what a creator or a bank may still do with one, and the webhooks that were sent. */
import { Router } from 'express'
import * as z from 'zod'
import { escapeHtml } from '../page.ts'
import { buttonForm, sendPage, wideTable } from '../provider-page.ts'
import { acts, findActs, performAct } from './acts.ts'
import type { Book, HookEvent, Intent } from './book.ts'
import { page, showMinor } from './pages.ts'
import type { Desk } from './settle.ts'
import { refundedOf } from './payment-wire.ts'

const address = '/stripe/activity'
const mostRows = 100

const pressed = z.union([
  z.object({ intentId: z.string(), act: z.enum(acts) }),
  z.object({ eventId: z.string() }),
])

/** The routes of /stripe/activity. */
export function activityRoutes(desk: Desk): Router {
  const router = Router()

  router.get(address, (_request, response) => sendPage(response, 200, activityPage(desk.book)))

  router.post(address, async (request, response) => {
    const form = pressed.safeParse(request.body)
    if (form.success && 'eventId' in form.data) await desk.hooks.resend(form.data)
    if (form.success && 'act' in form.data) {
      const intent = desk.book.intents[form.data.intentId]
      if (intent) performAct(desk, intent, form.data.act)
    }
    response.redirect(303, address)
  })

  return router
}

function activityPage(book: Book): string {
  const intents = Object.values(book.intents).toReversed().slice(0, mostRows)
  const events = Object.values(book.events).toReversed().slice(0, mostRows)
  return page(
    'Payments',
    `${intents.length ? intentTable(book, intents) : '<p>Nothing has been paid yet.</p>'}
    <h2>Webhooks</h2>
    <p class="note">Sent to ${escapeHtml(book.app.webhookUrl ?? 'nobody yet')}, mode: ${book.app.hookMode}.</p>
    ${events.length ? eventTable(events) : '<p>Nothing has been announced yet.</p>'}`,
  )
}

function intentTable(book: Book, intents: Intent[]): string {
  const rows = intents.map((intent) => {
    const buttons = findActs(book, intent).map(
      ({ act, label }) => `<button name="act" value="${act}">${label}</button>`,
    )
    const refunded = refundedOf(book, intent)
    const dispute = intent.disputeId ? book.disputes[intent.disputeId] : undefined
    const notes = [
      intent.status,
      refunded > 0 && `${showMinor(refunded, intent.currency)} refunded`,
      dispute && `dispute ${dispute.status}`,
      intent.failure?.message,
    ].filter(Boolean)
    return `<tr><td>${timeOf(intent.created)}</td><td>${escapeHtml(book.accounts[intent.account]?.email ?? '')}</td>
      <td>${showMinor(intent.amount, intent.currency)}</td><td>${intent.method}</td>
      <td>${escapeHtml(notes.join(', '))}</td><td>${buttonForm(address, 'intentId', intent.id, buttons.join(''))}</td></tr>`
  })
  return wideTable(['When', 'Creator', 'Amount', 'By', 'Status', 'What next'], rows)
}

function eventTable(events: HookEvent[]): string {
  const rows = events.map(
    (event) => `<tr><td>${timeOf(event.created)}</td><td>${event.type}</td><td>${event.account}</td>
      <td>${event.attempts}</td><td>${escapeHtml(event.lastAnswer ?? 'not sent')}</td>
      <td>${buttonForm(address, 'eventId', event.id, '<button>Send again</button>')}</td></tr>`,
  )
  return wideTable(['When', 'Event', 'Account', 'Tries', 'Answer', 'Again'], rows)
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 19)
}
