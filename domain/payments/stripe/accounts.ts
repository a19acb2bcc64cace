/**
 * Creators' accounts at Stripe (Accounts v2). The creator has the full dashboard; Stripe collects its fees from the creator, and
 * bears the losses that an account cannot cover. https://docs.stripe.com/connect/accounts-v2
 */
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type {
  AccountGateway,
  ConnectingCreator,
  PayoutState,
  ProviderAccount,
} from '../provider/account-gateway.ts'
import { definiteCode, unknownOutcome } from './client.ts'

/** Opens the part of the Stripe provider that connects and reads creators' accounts. */
export function openStripeAccounts({
  v2: { core },
}: Stripe): Omit<Required<AccountGateway>, 'login' | 'findOnboarded' | 'registerDomain'> {
  async function find(payeeId: string): Promise<ProviderAccount | undefined> {
    try {
      const params = { include: ['configuration.merchant' as const] }
      return toProviderAccount(await core.accounts.retrieve(payeeId, params))
    } catch (error) {
      if (definiteCode(error) !== undefined) return undefined
      throw unknownOutcome('an account', error)
    }
  }

  return {
    find,

    async openAccount(creator, begun) {
      const existing = begun === undefined ? undefined : await find(begun)
      if (existing) return existing
      const { params, idempotencyKey } = toAccountRequest(creator, begun)
      const { id } = await call('an account', () => core.accounts.create(params, { idempotencyKey }))
      return { payeeId: id, state: 'unfinished', email: creator.email }
    },

    async startOnboarding(account, _, { returnUrl: return_url, refreshUrl: refresh_url }) {
      const params: Stripe.V2.Core.AccountLinkCreateParams = {
        account,
        use_case: { type: 'account_onboarding', account_onboarding: { return_url, refresh_url } },
      }
      return (await call('a link', () => core.accountLinks.create(params))).url
    },
  }
}

/**
 * Returns the parameters and the idempotency key for opening an account. Stripe remembers the key for a day. It is the same for the
 * same creator and session, so a retry opens no second account. Another session has another key, so the owner never gets an account
 * that a thief's session opened.
 */
function toAccountRequest(
  { uid, email, displayName, session, country }: ConnectingCreator & { country: string },
  closedId = '',
) {
  const params: Stripe.V2.Core.AccountCreateParams = {
    contact_email: email,
    display_name: displayName,
    dashboard: 'full',
    identity: { country },
    defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
    configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
    metadata: { uid },
  }
  const idempotencyKey = `account:${uid}:${hashOf([country, displayName, email, session, closedId])}`
  return { params, idempotencyKey }
}

/**
 * Hashes the parts of an idempotency key. The key is sent in a header, which allows only Latin-1, and Stripe allows only 255
 * characters.
 */
function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

async function call<T>(doing: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw unknownOutcome(`${doing}: ${definiteCode(error) ?? 'no response'}`, error)
  }
}

function toProviderAccount(account: Stripe.V2.Core.Account): ProviderAccount | undefined {
  if (account.closed) return undefined
  const status = account.configuration?.merchant?.capabilities?.card_payments?.status
  return { payeeId: account.id, state: toState(status), email: account.contact_email ?? null }
}

/** Returns an account's state. It depends only on the account's capability to accept card payments. */
function toState(status: string | undefined): PayoutState {
  if (status === 'active') return 'ready'
  return status === 'restricted' || status === 'unsupported' ? 'restricted' : 'unfinished'
}
