/** Builds the JSON of events and connected accounts. The compiler checks it against the types in Stripe's SDK. */
import type Stripe from 'stripe'
import type { Account } from './store.ts'

/** The API's version, which events and webhook endpoints name. */
export const apiVersion = '2026-10-28.endive'

/** Returns an event. `account` is the connected account that it is about; events about the own account name none. */
export function eventView(
  event: { id: string; type: string; account: string | undefined; created: number },
  object: object,
): object {
  return {
    id: event.id,
    object: 'event',
    ...(event.account !== undefined && { account: event.account }),
    api_version: apiVersion,
    created: event.created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: event.type,
  }
}

export function accountView(account: Account, include: readonly string[] = []): Stripe.V2.Core.Account {
  const { cardPayments: status } = account
  const isActive = status === 'active'
  const status_details = isActive
    ? []
    : [{ code: 'requirements_past_due', resolution: 'provide_info' } as const]
  const merchant = { applied: true, capabilities: { card_payments: { status, status_details } } }
  const requirements = { entries: [], ...(isActive ? {} : { summary: dueNow }) }
  return {
    id: account.id,
    object: 'v2.core.account',
    applied_configurations: ['merchant'],
    closed: account.isClosed,
    contact_email: account.email,
    created: account.created,
    dashboard: 'full',
    display_name: account.displayName,
    livemode: false,
    ...(include.includes('configuration.merchant') && { configuration: { merchant } }),
    ...(include.includes('requirements') && { requirements }),
  }
}

const dueNow: Stripe.V2.Core.Account.Requirements.Summary = {
  minimum_deadline: { status: 'currently_due' },
}
