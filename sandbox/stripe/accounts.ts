/** Connected accounts and the links that their owners finish them with: the second API, which speaks JSON. */
import { Router } from 'express'
import { missing } from './api-error.ts'
import { type Account, type Book, makeAccount } from './book.ts'
import { type Door, parse, queryOf } from './door.ts'
import { makeId } from './ids.ts'
import { createAccount, createAccountLink, includable } from './requests.ts'
import type { Desk } from './settle.ts'
import { accountView } from './wire.ts'

/** Stripe says "a few minutes". */
const linkLifeMs = 5 * 60_000

/** The routes of the second API. */
export function accountRoutes({ book }: Desk, door: Door): Router {
  const router = Router()

  router.post(
    '/v2/core/accounts',
    door.onPlatform('account', (request) => {
      const asked = parse(createAccount, request.body)
      const account = makeAccount({
        email: asked.contact_email,
        displayName: asked.display_name ?? asked.contact_email,
        country: asked.identity.country.toLowerCase(),
        cardPayments: 'pending',
      })
      book.accounts[account.id] = account
      book.save()
      return accountView(account, asked.include)
    }),
  )

  router.get(
    '/v2/core/accounts/:id',
    door.onPlatform('account', (request) => {
      const { include } = parse(includable, queryOf(request))
      return accountView(findAccount(book, String(request.params.id)), include)
    }),
  )

  router.post(
    '/v2/core/account_links',
    door.onPlatform('link', (request) => {
      const { account, use_case } = parse(createAccountLink, request.body)
      const { refresh_url: refreshUrl, return_url } = use_case.account_onboarding
      findAccount(book, account)
      const token = makeId('link', 32)
      const expiresAt = Date.now() + linkLifeMs
      book.links[token] = { account, refreshUrl, returnUrl: return_url ?? '', expiresAt, isUsed: false }
      book.save()
      return {
        object: 'v2.core.account_link',
        account,
        created: new Date().toISOString(),
        expires_at: new Date(expiresAt).toISOString(),
        livemode: false,
        url: `${book.origin}/stripe/setup/${token}`,
        use_case,
      }
    }),
  )

  return router
}

/** An account whose owner has shut us out is as good as none. */
function findAccount(book: Book, id: string): Account {
  const account = book.accounts[id]
  if (!account || account.isDisconnected) throw missing('account', id)
  return account
}

const statusChanged = 'v2.core.account[configuration.merchant].capability_status_updated'

/** Something about an account has changed: both kinds of endpoint hear of it. */
export function changeAccount({ book, hooks }: Desk, account: Account, change: Partial<Account>): void {
  const isOver = change.isDisconnected === true && !account.isDisconnected
  Object.assign(account, change)
  book.save()
  if (isOver)
    return hooks.announceAccount('account.application.deauthorized', account, {
      id: makeId('ca', 32),
      object: 'application',
      name: 'Brimful',
    })
  hooks.announceThin(account.isClosed ? 'v2.core.account.closed' : statusChanged, account)
}
