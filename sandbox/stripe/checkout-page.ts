/** Serves Stripe's hosted checkout page: the supporter pays by card or bank debit and returns to our site. */
import type { Router } from 'express'
import * as z from 'zod'
import { escapeHtml, hiddenFields, sendPage } from '../page.ts'
import type { Session } from './store.ts'
import { page, formatMinor } from './pages.ts'
import type { StripeContext } from './context.ts'
import { expireIfDue, payByBank, payByCard } from './payments.ts'
import { type CardOutcome, findCard, testCards } from './cards.ts'
import { bankDebitIn } from './tariff.ts'

const payment = z.object({
  way: z.enum(['card', 'bank', 'complete', 'fail']),
  email: z.email('Your email is invalid.'),
  name: z.string().trim().min(1, 'Your name is required.').max(100),
  number: z.string().default(''),
})
type Payment = z.infer<typeof payment>

/** Adds the hosted checkout page at /stripe/c/pay, where a supporter pays. */
export function addCheckout(router: Router, context: StripeContext): void {
  router.get('/stripe/c/pay/:id', (request, response) => {
    const session = findSession(context, request.params.id)
    if (session?.status !== 'open') return sendPage(response, session ? 200 : 404, endedPage(session))
    sendPage(response, 200, paymentPage(session))
  })

  router.post('/stripe/c/pay/:id', (request, response) => {
    const session = findSession(context, request.params.id)
    if (session?.status !== 'open') return sendPage(response, session ? 200 : 404, endedPage(session))
    const form = payment.safeParse(request.body)
    if (!form.success) return sendPage(response, 400, paymentPage(session, form.error.issues[0]!.message))
    const refusal = pay(context, session, form.data)
    if (refusal === 'authenticate') return sendPage(response, 200, challengePage(session, form.data))
    if (refusal) return sendPage(response, 200, paymentPage(session, refusal, form.data))
    response.redirect(303, returnAddress(session))
  })
}

function findSession(context: StripeContext, id: string): Session | undefined {
  const session = context.store.sessions[id]
  return session && expireIfDue(context, session)
}

/**
 * Pays a session. Returns undefined on success, `authenticate` if the cardholder must authenticate first, otherwise the reason of
 * the failure.
 */
function pay(
  context: StripeContext,
  session: Session,
  { way, number, ...payer }: Payment,
): string | undefined {
  if (way === 'bank') {
    payByBank(context, session, payer)
    return undefined
  }
  const card = findCard(number)
  if (!card) return 'Your card number is not one of the test cards below.'
  if (card.needsAuthentication && way === 'card') return 'authenticate'
  if (way === 'fail') return payByCard(context, session, { ...card, failure: bankProblem }, payer)?.message
  return payByCard(context, session, card, payer)?.message
}

/** The failure of a payment whose cardholder did not pass the bank's authentication. */
export const bankProblem: CardOutcome = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** Returns the success URL with its `{CHECKOUT_SESSION_ID}` placeholder filled in. */
function returnAddress({ id, successUrl }: Session): string {
  return (successUrl ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)
}

function paymentPage(session: Session, error?: string, typed: Partial<Payment> = {}): string {
  const { id, currency, unitAmount, quantity, productName, cancelUrl, isAdaptive } = session
  const cards = testCards.map(
    ({ number, label }) => `<tr><td>${number.replace(/(....)(?=.)/g, '$1 ')}</td><td>${label}</td></tr>`,
  )
  return page(
    'Pay',
    `<p>${escapeHtml(productName)}</p>
    <p class="amount">${formatMinor(unitAmount * quantity, currency)}</p>
    ${isAdaptive ? '<p class="note">Pay in your own currency</p>' : ''}
    ${error ? `<p class="error" role="alert">${escapeHtml(error)}</p>` : ''}
    <form method="post" action="/stripe/c/pay/${id}">
      <label>Email <input type="email" name="email" value="${escapeHtml(typed.email ?? 'fan@example.com')}" required></label>
      <label>Name <input name="name" value="${escapeHtml(typed.name ?? 'Alex Fan')}" autocomplete="off" required></label>
      <label>Card number <input name="number" inputmode="numeric" autocomplete="off" value="${escapeHtml(typed.number ?? '4242 4242 4242 4242')}"></label>
      <div class="pair">
        <label>Expiry <input value="12 / 34" autocomplete="off"></label>
        <label>CVC <input value="123" inputmode="numeric" autocomplete="off"></label>
      </div>
      <button class="primary" name="way" value="card">Pay</button>
      ${bankDebitIn(currency) ? '<button name="way" value="bank">Pay by bank debit (takes days)</button>' : ''}
    </form>
    ${cancelUrl ? `<p><a href="${escapeHtml(cancelUrl)}">Back</a></p>` : ''}
    <h2>Test cards</h2><table>${cards.join('')}</table>`,
  )
}

function challengePage({ id }: Session, { email, name, number }: Payment): string {
  return page(
    'Confirm this payment',
    `<p>Your bank wants to confirm that it's you (3-D Secure).</p>
    <form method="post" action="/stripe/c/pay/${id}">${hiddenFields({ email, name, number })}
      <button class="primary" name="way" value="complete">Complete authentication</button>
      <button name="way" value="fail">Fail authentication</button>
    </form>`,
  )
}

function endedPage(session: Session | undefined): string {
  if (!session) return page('Page not found', '<p>This payment does not exist.</p>')
  if (session.status === 'expired')
    return page(
      'This page has expired',
      '<p>Go back to the site and start again. You have not been charged.</p>',
    )
  return page(
    'Already paid',
    `<p>This payment is complete. <a href="${escapeHtml(returnAddress(session))}">Go back to the site</a>.</p>`,
  )
}
