/**
 * Serves the page on which a creator completes Stripe's onboarding. The URL to which the page then redirects the creator does not
 * contain the result.
 */
import type { Router } from 'express'
import * as z from 'zod'
import { escapeHtml, sendPage } from '../page.ts'
import { changeAccount } from './accounts.ts'
import type { Account } from './store.ts'
import { page } from './pages.ts'
import type { StripeContext } from './context.ts'

const decisions = { finish: 'active', restrict: 'restricted', later: 'pending' } as const
const setUp = z.object({ decision: z.enum(['finish', 'restrict', 'later']) })

/** Adds the page at /stripe/setup, on which a creator completes Stripe's onboarding. */
export function addSetup(router: Router, context: StripeContext): void {
  const { store } = context
  router.get('/stripe/setup/:token', (request, response) => {
    const link = store.links[request.params.token]
    const account = link && store.accounts[link.account]
    if (!link || !account)
      return sendPage(response, 404, page('Page not found', '<p>This link does not exist.</p>'))
    if (link.isUsed || link.expiresAt < Date.now()) return response.redirect(303, link.refreshUrl)
    link.isUsed = true // a link works once
    store.save()
    sendPage(response, 200, setupPage(request.params.token, account))
  })

  router.post('/stripe/setup/:token', (request, response) => {
    const link = store.links[request.params.token]
    const account = link && store.accounts[link.account]
    const form = setUp.safeParse(request.body)
    if (!link || !account || !form.success)
      return sendPage(response, 404, page('Page not found', '<p>This link does not exist.</p>'))
    const cardPayments = decisions[form.data.decision]
    if (account.cardPayments !== cardPayments) changeAccount(context, account, { cardPayments })
    response.redirect(303, link.returnUrl)
  })
}

function setupPage(token: string, { email, displayName, country }: Account): string {
  return page(
    'Get paid by Brimful',
    `<p>Stripe needs your name, address and bank account to pay you.</p>
    <table>
      <tr><th scope="row">Name</th><td>${escapeHtml(displayName)}</td></tr>
      <tr><th scope="row">Email</th><td>${escapeHtml(email)}</td></tr>
      <tr><th scope="row">Country</th><td>${escapeHtml(country.toUpperCase())}</td></tr>
    </table>
    <form method="post" action="/stripe/setup/${escapeHtml(token)}">
      <button class="primary" name="decision" value="finish">Agree and submit</button>
      <button name="decision" value="restrict">Submit with details missing (restricted)</button>
      <button name="decision" value="later">Save for later</button>
    </form>`,
  )
}
