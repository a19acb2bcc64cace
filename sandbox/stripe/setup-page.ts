/** The page on which a creator finishes an account at Stripe, and goes back: the way back says nothing about how it went. */
import { Router } from 'express'
import * as z from 'zod'
import { escapeHtml } from '../page.ts'
import { sendPage } from '../provider-page.ts'
import { changeAccount } from './accounts.ts'
import type { Account } from './book.ts'
import { page } from './pages.ts'
import type { Desk } from './settle.ts'

const decisions = { finish: 'active', restrict: 'restricted', later: 'pending' } as const
const setUp = z.object({ decision: z.enum(['finish', 'restrict', 'later']) })

/** The routes of /stripe/setup. */
export function setupRoutes(desk: Desk): Router {
  const { book } = desk
  const router = Router()

  router.get('/stripe/setup/:token', (request, response) => {
    const link = book.links[request.params.token]
    const account = link && book.accounts[link.account]
    if (!link || !account)
      return sendPage(response, 404, page('Page not found', '<p>There is no such link.</p>'))
    if (link.isUsed || link.expiresAt < Date.now()) return response.redirect(303, link.refreshUrl)
    link.isUsed = true // a link opens once
    book.save()
    sendPage(response, 200, setupPage(request.params.token, account))
  })

  router.post('/stripe/setup/:token', (request, response) => {
    const link = book.links[request.params.token]
    const account = link && book.accounts[link.account]
    const form = setUp.safeParse(request.body)
    if (!link || !account || !form.success)
      return sendPage(response, 404, page('Page not found', '<p>There is no such link.</p>'))
    const cardPayments = decisions[form.data.decision]
    if (account.cardPayments !== cardPayments) changeAccount(desk, account, { cardPayments })
    response.redirect(303, link.returnUrl)
  })

  return router
}

function setupPage(token: string, { email, displayName, country }: Account): string {
  return page(
    'Get paid by Brimful',
    `<p>Stripe wants to know who is paid: name, address, bank account.</p>
    <table>
      <tr><th scope="row">Name</th><td>${escapeHtml(displayName)}</td></tr>
      <tr><th scope="row">Email</th><td>${escapeHtml(email)}</td></tr>
      <tr><th scope="row">Country</th><td>${escapeHtml(country.toUpperCase())}</td></tr>
    </table>
    <form method="post" action="/stripe/setup/${escapeHtml(token)}">
      <button class="primary" name="decision" value="finish">Agree and submit</button>
      <button name="decision" value="restrict">Submit with something missing (restricted)</button>
      <button name="decision" value="later">Save for later</button>
    </form>`,
  )
}
