/** Serves PayPal's approval page, which has a window of its own and reports the payer's decision to the shop's window. */
import type { Router } from 'express'
import * as z from 'zod'
import { escapeHtml, hiddenFields, sendPage } from '../page.ts'
import type { Store, Order } from './store.ts'
import { formatMoney } from './money.ts'
import { outcomeNames } from './outcomes.ts'
import { page } from './pages.ts'
import { buyersAddress } from './buyer.ts'
import { requestsAddress } from './requests.ts'
import { approveOrder, type PaypalContext } from './captures.ts'

/** The query with which the shop's script opens this window. */
const opening = z.object({
  token: z.string(),
  opener: z.url({ protocol: /^https?$/ }).optional(),
  clientId: z.string().optional(),
  merchantId: z.string().optional(),
})

const decision = z.object({
  token: z.string(),
  opener: z.string().optional(),
  outcome: z.enum(['cancel', ...outcomeNames]),
})

type Opening = z.infer<typeof opening>

/** A message to the shop's window. */
type Message =
  | { type: 'approve'; orderID: string; payerID: string }
  | { type: 'cancel'; orderID: string }
  | { type: 'error'; message: string }

/** Adds the page on which a payer approves an order, at /checkoutnow. */
export function addCheckout(router: Router, context: PaypalContext): void {
  const { store } = context
  router.get('/checkoutnow', (request, response) => {
    const opened = opening.safeParse(request.query)
    const order = opened.success ? store.orders[opened.data.token] : undefined
    if (!opened.success || !order) return sendPage(response, 404, unknownPage())
    const mistake = findMistake(store, order, opened.data)
    if (mistake) {
      return sendPage(response, 200, returnPage(opened.data.opener, { type: 'error', message: mistake }))
    }
    if (order.status === 'COMPLETED') return sendPage(response, 200, paidPage())
    sendPage(response, 200, approvalPage(store, order, opened.data.opener))
  })

  router.post('/checkoutnow', (request, response) => {
    const form = decision.safeParse(request.body)
    const order = form.success ? store.orders[form.data.token] : undefined
    if (!form.success || !order) return sendPage(response, 404, unknownPage())
    const { outcome, opener } = form.data
    const isCancelled = outcome === 'cancel'
    if (!isCancelled && !approveOrder(context, order, outcome)) return sendPage(response, 200, paidPage())
    const address = opener ? undefined : returnAddress(store, order, isCancelled)
    if (address) return response.redirect(303, address)
    const orderID = order.id
    const message: Message = isCancelled
      ? { type: 'cancel', orderID }
      : { type: 'approve', orderID, payerID: store.app.buyerId }
    sendPage(response, 200, returnPage(opener, message))
  })
}

/** Returns PayPal's error if the script was opened for other sellers than the order's; undefined if they match. */
function findMistake(store: Store, order: Order, opened: Opening): string | undefined {
  if (!opened.clientId) return undefined // without a client id, a plain link has opened the page and not PayPal's script
  const expected = (opened.merchantId || store.app.merchantId).split(',')
  const payees = order.units.map(({ payee }) => payee)
  const isExpected = payees.every(({ merchant_id, email_address }) =>
    expected.some((id) => id === merchant_id || id === email_address),
  )
  if (isExpected) return undefined
  const ids = [...new Set(payees.map(({ merchant_id, email_address }) => merchant_id ?? email_address))]
  return `Payee(s) passed in transaction does not match expected merchant id. Please ensure you are passing merchantId ${ids.join(',')} to createInstance.`
}

function returnAddress(store: Store, order: Order, isCancelled: boolean): string | undefined {
  const target = isCancelled ? order.experience?.cancel_url : order.experience?.return_url
  if (!target) return undefined
  const address = new URL(target)
  address.searchParams.set('token', order.id)
  if (!isCancelled) address.searchParams.set('PayerID', store.app.buyerId)
  return address.href
}

function approvalPage(store: Store, order: Order, opener = ''): string {
  const unit = order.units[0]!
  const seller = order.experience?.brand_name ?? unit.payee.email_address ?? ''
  const outcomes = [
    ['pay', 'Pay now', 'primary'],
    ['declined', 'Pay with a card that is declined', ''],
    ['pending', 'Pay by eCheck (stays pending)', ''],
    ['cancel', 'Cancel', ''],
  ]
  const buttons = outcomes
    .map(
      ([value, label, style]) => `<button name="outcome" value="${value}" class="${style}">${label}</button>`,
    )
    .join('\n')
  const total = order.units.map(({ amount }) => formatMoney(amount)).join(' + ')
  return page(
    'Review your payment',
    `<p>To <strong>${escapeHtml(seller)}</strong></p>
    <p class="amount">${escapeHtml(total)}</p>
    <p>${escapeHtml(unit.description ?? '')}</p>
    ${requestsAddress(order) ? shippingChoice() : ''}
    <p class="note">You are logged in as buyer@example.com. Order ${order.id}, account ${store.app.buyerId}.</p>
    <form method="post" action="/paypal/checkoutnow">
      ${hiddenFields({ token: order.id, opener })}
      ${buttons}
    </form>`,
  )
}

function shippingChoice(): string {
  const { name, address } = buyersAddress
  const lines = [name.full_name, ...Object.values(address)]
  return `<label>Ship to <select><option>${escapeHtml(lines.join(', '))}</option></select></label>`
}

/** Returns a page that sends `message` to the shop's window and closes. */
function returnPage(opener: string | undefined, message: Message): string {
  const text =
    message.type === 'error' ? message.message : 'You can close this window and go back to the site.'
  const titles = { approve: 'Thank you', cancel: 'Payment cancelled', error: 'This payment cannot start' }
  return page(
    titles[message.type],
    `<p>${escapeHtml(text)}</p>
    <script data-opener="${escapeHtml(opener ?? '')}" data-message="${escapeHtml(JSON.stringify(message))}">${returnScript}</script>`,
  )
}

/**
 * The shop's window closes this one when it has the message. Closing earlier would lose it: browsers deliver messages of a closed
 * window without their source.
 */
const returnScript = `(() => {
  const { opener: origin, message } = document.currentScript.dataset
  if (!origin || !window.opener) return
  window.opener.postMessage({ source: 'paypal-sandbox', ...JSON.parse(message) }, origin)
  setTimeout(() => window.close(), 20_000)
})()
`

function paidPage(): string {
  return page('Already paid', '<p>This order is paid. You can close this window.</p>')
}

function unknownPage(): string {
  return page('Order not found', '<p>This order does not exist. You can close this window.</p>')
}
