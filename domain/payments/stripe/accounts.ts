/**
 * Creators' accounts at Stripe in our words: Accounts v2 with the creator's own dashboard, where Stripe collects its fees from
 * the creator and bears what an account cannot pay back. https://docs.stripe.com/connect/accounts-v2
 */
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { StripeConfig } from '../../config.ts'
import type { PayoutState } from '../provider/payment-provider.ts'
import { createStripeClient, definiteCode, stripeLimits, unknownOutcome } from './client.ts'

export interface NewStripeAccount {
  uid: string
  email: string
  displayName: string
  /** Two letters, lower case. */
  country: string
  /** An account of this creator's that is closed. */
  replaces?: string | undefined
}

export interface StripeAccount {
  state: PayoutState
  email: string | null
}

export interface StripeAccounts {
  /** Opens an account for a creator; the same creator asked for twice within a day has one. Gives its id. */
  create(account: NewStripeAccount): Promise<string>
  /** Where the creator finishes it: good once, for minutes. */
  createLink(accountId: string, returnUrl: string, refreshUrl: string): Promise<string>
  /** How it stands; undefined when it is not ours (any more). Throws OutcomeUnknownError. */
  find(accountId: string): Promise<StripeAccount | undefined>
}

/** Opens the accounts of a configuration. Each call throws OutcomeUnknownError when Stripe gave no definite answer. */
export function openStripeAccounts(config: StripeConfig, patience = stripeLimits): StripeAccounts {
  const { core } = createStripeClient(config, patience).v2
  return {
    async create({ uid, email, displayName, country, replaces = '' }) {
      const params: Stripe.V2.Core.AccountCreateParams = {
        contact_email: email,
        display_name: displayName,
        dashboard: 'full',
        identity: { country },
        defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
        configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
        metadata: { uid },
      }
      const idempotencyKey = `account:${uid}:${hashOf([country, displayName, email, replaces])}`
      return (await ask('an account', () => core.accounts.create(params, { idempotencyKey }))).id
    },

    async createLink(account, return_url, refresh_url) {
      const params: Stripe.V2.Core.AccountLinkCreateParams = {
        account,
        use_case: { type: 'account_onboarding', account_onboarding: { return_url, refresh_url } },
      }
      return (await ask('a link', () => core.accountLinks.create(params))).url
    },

    async find(accountId) {
      try {
        const params = { include: ['configuration.merchant' as const] }
        return toStripeAccount(await core.accounts.retrieve(accountId, params))
      } catch (error) {
        if (definiteCode(error) !== undefined) return undefined
        throw unknownOutcome('an account', error)
      }
    },
  }
}

/** A key travels in a header: no letters beyond Latin-1, and 255 characters at most. */
function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

async function ask<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unknownOutcome(`${doing}: ${definiteCode(error) ?? 'no answer'}`, error)
  }
}

/** Only Stripe's word on taking cards counts; that somebody came back from its page says nothing. */
function toStripeAccount(account: Stripe.V2.Core.Account): StripeAccount | undefined {
  if (account.closed) return undefined
  const status = account.configuration?.merchant?.capabilities?.card_payments?.status
  return { state: toState(status), email: account.contact_email ?? null }
}

function toState(status: string | undefined): PayoutState {
  if (status === 'active') return 'ready'
  return status === 'restricted' || status === 'unsupported' ? 'restricted' : 'unfinished'
}
