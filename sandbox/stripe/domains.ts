/** Implements payment method domains: on which domains an account's wallets are offered. */
import type Stripe from 'stripe'
import { missing } from './api-error.ts'
import { type AccountCall, type Api, parse, queryOf } from './api-handler.ts'
import type { StripeContext } from './context.ts'
import { makeId, nowInSeconds } from './ids.ts'
import { pageOf } from './lists.ts'
import { createDomain, listDomains, noParameters } from './requests.ts'
import type { Domain, Store } from './store.ts'

/** Adds the calls of payment method domains. */
export function addDomainCalls(api: Api, { store }: StripeContext): void {
  api.addForAccount('post', '/v1/payment_method_domains', 'account', ({ request, account }) => {
    const { domain_name: name, enabled = 'true' } = parse(createDomain, request.body)
    const known = domainsOf(store, account.id).find((one) => one.name === name)
    const domain = known ?? {
      id: makeId('pmd'),
      account: account.id,
      name,
      isEnabled: true,
      created: nowInSeconds(),
    }
    domain.isEnabled = enabled === 'true'
    store.domains[domain.id] = domain
    store.save()
    return domainView(domain)
  })

  api.addForAccount('get', '/v1/payment_method_domains', 'account', ({ request, account }) => {
    const { domain_name: name, ...page } = parse(listDomains, queryOf(request))
    const found = domainsOf(store, account.id).filter((one) => name === undefined || one.name === name)
    return pageOf(page, request.path, found.map(domainView))
  })

  const find = ({ account, id }: AccountCall): Domain => {
    const domain = store.domains[id]
    if (domain?.account !== account.id) throw missing('payment_method_domain', id)
    return domain
  }
  api.addForAccount('post', '/v1/payment_method_domains/:id/validate', 'account', (call) => {
    parse(noParameters, call.request.body)
    return domainView(find(call))
  })
}

/** Returns whether an account's wallets are offered on a domain. */
export function isRegistered(store: Store, account: string, name: string): boolean {
  return domainsOf(store, account).some((one) => one.name === name && isActive(one))
}

function domainsOf({ domains }: Store, account: string): Domain[] {
  return Object.values(domains).filter((one) => one.account === account)
}

/** Stripe fetches a file of Apple's from the domain; here a domain whose name begins with `unverified.` has none. */
function isActive({ isEnabled, name }: Domain): boolean {
  return isEnabled && !name.startsWith('unverified.')
}

function domainView(domain: Domain): Stripe.PaymentMethodDomain {
  const { id, name, isEnabled, created } = domain
  const status = isActive(domain)
    ? { status: 'active' as const }
    : {
        status: 'inactive' as const,
        ...(isEnabled ? { status_details: { error_message: 'The domain could not be verified.' } } : {}),
      }
  return {
    id,
    object: 'payment_method_domain',
    amazon_pay: status,
    apple_pay: status,
    created,
    domain_name: name,
    enabled: isEnabled,
    google_pay: status,
    klarna: status,
    link: status,
    livemode: false,
    paypal: status,
  }
}
