/** The activity page of the payment stand-ins: what can still happen to each payment, and the webhooks that were sent. */
import type { Router } from 'express'
import * as z from 'zod'
import { escapeHtml, type Page, sendPage, table } from './page.ts'
import type { StoredEvent, WebhookQueue, WebhookStore } from './webhooks.ts'

interface ActivityOptions<Payment extends { id: string }, Action extends string, Event extends StoredEvent> {
  /** The path in the router, and the address under which a browser finds it. */
  path: string
  address: string
  page: Page
  title: string
  store: WebhookStore<Event>
  webhooks: WebhookQueue<Event>
  payments(): Record<string, Payment>
  /** The heading and the HTML of each column about a payment. */
  columns: Record<string, (payment: Payment) => string>
  actions: readonly [Action, ...Action[]]
  listActions(payment: Payment): { act: Action; label: string }[]
  perform(payment: Payment, action: Action): void
  /** The columns about an event: when it was made, and what it is about. */
  eventColumns: Record<string, (event: Event) => string>
}

const maxRows = 100

/** Adds the page and its buttons. */
export function addActivityPage<
  Payment extends { id: string },
  Action extends string,
  Event extends StoredEvent,
>(router: Router, options: ActivityOptions<Payment, Action, Event>): void {
  const { path, address, webhooks } = options
  const pressed = z.union([
    z.object({ paymentId: z.string(), act: z.enum(options.actions) }),
    z.object({ eventId: z.string() }),
  ])
  router.get(path, (_request, response) => sendPage(response, 200, renderPage(options)))
  router.post(path, async (request, response) => {
    const form = pressed.safeParse(request.body)
    if (form.success && 'eventId' in form.data) await webhooks.resend(form.data)
    if (form.success && 'act' in form.data) {
      const payment = options.payments()[form.data.paymentId]
      if (payment) options.perform(payment, form.data.act)
    }
    response.redirect(303, address)
  })
}

function renderPage<Payment extends { id: string }, Action extends string, Event extends StoredEvent>(
  options: ActivityOptions<Payment, Action, Event>,
): string {
  const { address, page, title, store, columns, eventColumns, listActions } = options
  const payments = Object.values(options.payments()).toReversed().slice(0, maxRows)
  const events = Object.values(store.events).toReversed().slice(0, maxRows)
  const paymentTable = tableOf(payments, {
    ...columns,
    'What next': (payment) => {
      const buttons = listActions(payment).map(
        ({ act, label }) => `<button name="act" value="${act}">${label}</button>`,
      )
      return buttonForm(address, 'paymentId', payment.id, buttons.join(''))
    },
  })
  const eventTable = tableOf(events, {
    Event: ({ type }) => type,
    ...eventColumns,
    Tries: ({ attempts }) => String(attempts),
    Answer: ({ lastAnswer }) => escapeHtml(lastAnswer ?? 'not sent'),
    Again: ({ id }) => buttonForm(address, 'eventId', id, '<button>Send again</button>'),
  })
  const target = store.app.webhookUrl ? `Sent to ${escapeHtml(store.app.webhookUrl)}` : 'No receiver is set'
  return page(
    title,
    `${payments.length ? paymentTable : '<p>No payments yet.</p>'}
    <h2>Webhooks</h2>
    <p class="note">${target}. Mode: ${store.app.hookMode}.</p>
    ${events.length ? eventTable : '<p>No events yet.</p>'}`,
  )
}

function tableOf<Row>(rows: Row[], columns: Record<string, (row: Row) => string>): string {
  const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row)))
  return table(Object.keys(columns), cells, 'wide')
}

/** Buttons about one thing, in a form that posts its id to `action`. */
function buttonForm(action: string, name: string, id: string, buttons: string): string {
  return `<form method="post" action="${action}"><input type="hidden" name="${name}" value="${id}">${buttons}</form>`
}
