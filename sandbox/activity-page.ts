/**
 * Renders the activity page of the payment stand-ins: every payment with the actions that are still possible, and the webhooks
 * that were sent.
 */
import type { Router } from 'express'
import * as z from 'zod'
import { type Actions, performAction } from './actions.ts'
import { escapeHtml, type Page, sendPage, table } from './page.ts'
import type { StoredEvent, WebhookSettings } from './webhooks.ts'

/** The stored data of a payment stand-in, and the sender of its webhooks. */
interface PaymentContext {
  store: { app: WebhookSettings; events: Record<string, StoredEvent> }
  webhooks: { resend(wanted: Record<string, string | undefined>): Promise<unknown> }
}

interface ActivityOptions<Context extends PaymentContext, Payment extends { id: string }> {
  /** The page's path in the provider's router. */
  path: string
  page: Page
  title: string
  payments: Record<string, Payment>
  /** The heading and the HTML of each column about a payment. */
  columns: Record<string, (payment: Payment) => string>
  actions: Actions<Context, Payment>
  /** The columns about an event, such as its time and its payment. */
  eventColumns: Record<string, (event: Context['store']['events'][string]) => string>
}

const maxRows = 100
const pressed = z.union([
  z.object({ paymentId: z.string(), act: z.string() }),
  z.object({ eventId: z.string() }),
])

/** Adds a provider's activity page and the routes behind its buttons. */
export function addActivityPage<Context extends PaymentContext, Payment extends { id: string }>(
  router: Router,
  context: Context,
  options: ActivityOptions<Context, Payment>,
): void {
  const { path, payments, actions } = options
  router.get(path, (_request, response) => sendPage(response, 200, renderPage(context, options)))
  router.post(path, async (request, response) => {
    const form = pressed.safeParse(request.body).data
    if (form && 'eventId' in form) await context.webhooks.resend(form)
    if (form && 'act' in form) {
      const payment = payments[form.paymentId]
      if (payment) performAction(actions, form.act, context, payment)
    }
    response.redirect(303, request.baseUrl + path)
  })
}

function renderPage<Context extends PaymentContext, Payment extends { id: string }>(
  context: Context,
  options: ActivityOptions<Context, Payment>,
): string {
  const { page, title, columns, eventColumns, actions } = options
  const { app, events: allEvents } = context.store
  const payments = Object.values(options.payments).toReversed().slice(0, maxRows)
  const events = Object.values(allEvents).toReversed().slice(0, maxRows)
  const paymentTable = tableOf(payments, {
    ...columns,
    'What next': (payment) => {
      const possible = Object.entries(actions).filter(([, { allows }]) => allows(payment, context))
      const buttons = possible.map(
        ([act, { label }]) => `<button name="act" value="${act}">${label}</button>`,
      )
      return buttonForm('paymentId', payment.id, buttons.join(''))
    },
  })
  const eventTable = tableOf(events, {
    Event: ({ type }) => type,
    ...eventColumns,
    Tries: ({ attempts }) => String(attempts),
    Answer: ({ lastAnswer }) => escapeHtml(lastAnswer ?? 'not sent'),
    Again: ({ id }) => buttonForm('eventId', id, '<button>Send again</button>'),
  })
  const target = app.webhookUrl ? `Sent to ${escapeHtml(app.webhookUrl)}` : 'No receiver is set'
  return page(
    title,
    `${payments.length ? paymentTable : '<p>No payments yet.</p>'}
    <h2>Webhooks</h2>
    <p class="note">${target}. Mode: ${app.hookMode}.</p>
    ${events.length ? eventTable : '<p>No events yet.</p>'}`,
  )
}

function tableOf<Row>(rows: Row[], columns: Record<string, (row: Row) => string>): string {
  const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row)))
  return table(Object.keys(columns), cells, 'wide')
}

/** Returns a form that posts an id to the page itself, with the given buttons. */
function buttonForm(name: string, id: string, buttons: string): string {
  return `<form method="post"><input type="hidden" name="${name}" value="${id}">${buttons}</form>`
}
