/** The approval page in its own window: the payer pays or cancels, and the shop's window is told. */
import { Router } from 'express'
import * as z from 'zod'
import { escapeHtml } from '../page.ts'
import { sendPage } from '../provider-page.ts'
import type { Book, Order } from './book.ts'
import { showMoney } from './money.ts'
import { outcomeNames } from './outcomes.ts'
import { page } from './pages.ts'
import { approveOrder, type Desk } from './settle.ts'

/** What the shop's script says about itself when it opens the window. */
const opening = z.object({
  token: z.string(),
  opener: z.url({ protocol: /^https?$/ }).optional(),
  clientId: z.string().optional(),
  merchantId: z.string().optional(),
  currency: z.string().optional(),
  intent: z.string().optional(),
})

const decision = z.object({
  token: z.string(),
  opener: z.string().optional(),
  outcome: z.enum(['cancel', ...outcomeNames]),
})

type Opening = z.infer<typeof opening>

/** The message to the window that opened this one. */
type Message =
  | { type: 'approve'; orderID: string; payerID: string }
  | { type: 'cancel'; orderID: string }
  | { type: 'error'; message: string }

/** The routes of /checkoutnow. */
export function checkoutRoutes(desk: Desk): Router {
  const { book } = desk
  const router = Router()

  router.get('/checkoutnow', (request, response) => {
    const opened = opening.safeParse(request.query)
    const order = opened.success ? book.orders[opened.data.token] : undefined
    if (!opened.success || !order) return sendPage(response, 404, unknownPage())
    const mistake = findMistake(book, order, opened.data)
    if (mistake) {
      return sendPage(response, 200, returnPage(opened.data.opener, { type: 'error', message: mistake }))
    }
    if (order.status === 'COMPLETED') return sendPage(response, 200, paidPage())
    sendPage(response, 200, approvalPage(book, order, opened.data.opener))
  })

  router.post('/checkoutnow', (request, response) => {
    const form = decision.safeParse(request.body)
    const order = form.success ? book.orders[form.data.token] : undefined
    if (!form.success || !order) return sendPage(response, 404, unknownPage())
    const { outcome, opener } = form.data
    const isCancelled = outcome === 'cancel'
    if (!isCancelled && !approveOrder(desk, order, outcome)) return sendPage(response, 200, paidPage())
    const address = opener ? undefined : returnAddress(book, order, isCancelled)
    if (address) return response.redirect(303, address)
    const orderID = order.id
    const message: Message = isCancelled
      ? { type: 'cancel', orderID }
      : { type: 'approve', orderID, payerID: book.app.buyerId }
    sendPage(response, 200, returnPage(opener, message))
  })

  return router
}

/** The checks that PayPal's script makes once it knows the order: its own parameters must fit. */
function findMistake(book: Book, order: Order, opened: Opening): string | undefined {
  if (!opened.clientId) return undefined // opened by a plain link
  const intent = order.intent.toLowerCase()
  if (opened.intent && opened.intent !== intent) {
    return `Expected intent from order api call to be ${opened.intent}, got ${intent}. Please ensure you are passing intent=${intent} to the sdk url.`
  }
  const currency = order.units[0]!.amount.currency_code
  if (opened.currency && opened.currency !== currency) {
    return `Expected currency from order api call to be ${opened.currency}, got ${currency}. Please ensure you are passing currency=${currency} to the sdk url.`
  }
  const expected = (opened.merchantId || book.app.merchantId).split(',')
  const payees = order.units.map(({ payee }) => payee)
  const isExpected = payees.every(({ merchant_id, email_address }) =>
    expected.some((id) => id === merchant_id || id === email_address),
  )
  if (isExpected) return undefined
  const ids = [...new Set(payees.map(({ merchant_id, email_address }) => merchant_id ?? email_address))]
  return `Payee(s) passed in transaction does not match expected merchant id. Please ensure you are passing merchant-id=${ids.join(',')} to the sdk url.`
}

function returnAddress(book: Book, order: Order, isCancelled: boolean): string | undefined {
  const target = isCancelled ? order.cancelUrl : order.returnUrl
  if (!target) return undefined
  const address = new URL(target)
  address.searchParams.set('token', order.id)
  if (!isCancelled) address.searchParams.set('PayerID', book.app.buyerId)
  return address.href
}

function approvalPage(book: Book, order: Order, opener = ''): string {
  const unit = order.units[0]!
  const seller = order.brandName ?? unit.payee.email_address ?? ''
  const outcomes = [
    ['pay', 'Pay now', 'primary'],
    ['declined', 'Pay with a card that is declined', ''],
    ['pending', 'Pay by e-cheque (stays pending)', ''],
    ['cancel', 'Cancel', ''],
  ]
  const buttons = outcomes
    .map(
      ([value, label, style]) => `<button name="outcome" value="${value}" class="${style}">${label}</button>`,
    )
    .join('\n')
  const total = order.units.map(({ amount }) => showMoney(amount)).join(' + ')
  return page(
    'Review your payment',
    `<p>To <strong>${escapeHtml(seller)}</strong></p>
    <p class="amount">${escapeHtml(total)}</p>
    <p>${escapeHtml(unit.description ?? '')}</p>
    <p class="note">You are logged in as buyer@example.com. Order ${order.id}, account ${book.app.buyerId}.</p>
    <form method="post" action="/paypal/checkoutnow">
      <input type="hidden" name="token" value="${order.id}">
      <input type="hidden" name="opener" value="${escapeHtml(opener)}">
      ${buttons}
    </form>`,
  )
}

/** Tells the opener and closes; what it says is in data attributes, because no inline script runs. */
function returnPage(opener: string | undefined, message: Message): string {
  const text =
    message.type === 'error' ? message.message : 'You can close this window and go back to the site.'
  const titles = { approve: 'Thank you', cancel: 'Payment cancelled', error: 'This payment cannot start' }
  return page(
    titles[message.type],
    `<p>${escapeHtml(text)}</p>
    <script src="/paypal/assets/return.js" data-opener="${escapeHtml(opener ?? '')}"
      data-message="${escapeHtml(JSON.stringify(message))}"></script>`,
  )
}

/** The script of that page. */
export const returnScript = `(() => {
  const { opener: origin, message } = document.currentScript.dataset
  if (!origin || !window.opener) return
  window.opener.postMessage({ source: 'paypal-sandbox', ...JSON.parse(message) }, origin)
  setTimeout(() => window.close(), 200)
})()
`

function paidPage(): string {
  return page('Already paid', '<p>This order has been paid. You can close this window.</p>')
}

function unknownPage(): string {
  return page('Order not found', '<p>There is no such order. You can close this window.</p>')
}
