/** Implements connected accounts and their onboarding links, which belong to Stripe's API v2. That API uses JSON, not forms. */
import { missing } from './api-error.ts'
import { type Account, type Store, makeAccount } from './store.ts'
import { type Api, parse, queryOf } from './api-handler.ts'
import { makeId } from './ids.ts'
import { createAccount, createAccountLink, includable } from './requests.ts'
import type { StripeContext } from './context.ts'
import { accountView } from './wire.ts'

/** How long an onboarding link works; Stripe documents "a few minutes". */
const linkLifeMs = 5 * 60_000

/** Adds the calls of the API v2. */
export function addAccountCalls(api: Api, { store }: StripeContext): void {
  api.add('post', '/v2/core/accounts', 'account', (request) => {
    const wanted = parse(createAccount, request.body)
    const account = makeAccount({
      email: wanted.contact_email,
      displayName: wanted.display_name ?? wanted.contact_email,
      country: wanted.identity.country.toLowerCase(),
      cardPayments: 'pending',
    })
    store.accounts[account.id] = account
    store.save()
    return accountView(account, wanted.include)
  })

  api.add('get', '/v2/core/accounts/:id', 'account', (request) => {
    const { include } = parse(includable, queryOf(request))
    return accountView(findAccount(store, String(request.params.id)), include)
  })

  api.add('post', '/v2/core/account_links', 'link', (request) => {
    const { account, use_case } = parse(createAccountLink, request.body)
    const { refresh_url: refreshUrl, return_url } = use_case.account_onboarding
    findAccount(store, account)
    const token = makeId('link', 32)
    const expiresAt = Date.now() + linkLifeMs
    store.links[token] = { account, refreshUrl, returnUrl: return_url ?? '', expiresAt, isUsed: false }
    store.save()
    return {
      object: 'v2.core.account_link',
      account,
      created: new Date().toISOString(),
      expires_at: new Date(expiresAt).toISOString(),
      livemode: false,
      url: `${store.origin}/stripe/setup/${token}`,
      use_case,
    }
  })
}

/** Returns an account of the platform. Throws a 404 when it is unknown or disconnected. */
function findAccount(store: Store, id: string): Account {
  const account = store.accounts[id]
  if (!account || account.isOwn || account.isDisconnected) throw missing('account', id)
  return account
}

const statusChanged = 'v2.core.account[configuration.merchant].capability_status_updated'

/** Changes an account and sends the event that reports it. */
export function changeAccount(
  { store, webhooks }: StripeContext,
  account: Account,
  change: Partial<Account>,
): void {
  const isDisconnecting = change.isDisconnected === true && !account.isDisconnected
  Object.assign(account, change)
  store.save()
  if (isDisconnecting)
    return webhooks.sendForAccount('account.application.deauthorized', account, {
      id: makeId('ca', 32),
      object: 'application',
      name: 'Brimful',
    })
  webhooks.sendThin(account.isClosed ? 'v2.core.account.closed' : statusChanged, account)
}
