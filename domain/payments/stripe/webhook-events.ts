/** Schemas of Stripe's webhook events, with only the fields that we use. */
import { z } from 'zod'
import { disputeResource, refundResource } from './reports.ts'

/** The fields of a Checkout Session that state what was paid. */
const session = z.object({
  id: z.string(),
  payment_status: z.string(),
  payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullable(),
  amount_total: z.number().nullable(),
  currency: z.string().nullable(),
})

const account = z.string()
const ofSession = <Type extends string>(type: Type) =>
  z.object({ type: z.literal(type), account, data: z.object({ object: session }) })

/** The fields of every event. Thin events (API v2) have no `account`, and contain only the id of the object that changed. */
export const stripeEvent = z.object({
  id: z.string().min(1).max(200),
  object: z.enum(['event', 'v2.core.event']),
  type: z.string().max(200),
  livemode: z.boolean(),
  account: z.string().max(200).optional(),
  related_object: z.object({ id: z.string(), type: z.string() }).nullish(),
})
export type StripeEvent = z.output<typeof stripeEvent>

/** The events that change an order. */
export const sessionEvent = z.discriminatedUnion('type', [
  ofSession('checkout.session.completed'),
  ofSession('checkout.session.async_payment_succeeded'),
  ofSession('checkout.session.async_payment_failed'),
  ofSession('checkout.session.expired'),
])
export type SessionEvent = z.output<typeof sessionEvent>

const sessionTypes = new Set<string>(sessionEvent.options.map((option) => option.shape.type.value))

export function isSessionType(type: string): boolean {
  return sessionTypes.has(type)
}

/** The events about refunds and disputes; each contains the whole refund or dispute. */
const reportTypes = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

export const reportEvent = z.object({
  type: z.enum(reportTypes),
  account,
  created: z.number().transform((time) => new Date(time * 1000)),
  data: z.object({ object: z.discriminatedUnion('object', [refundResource, disputeResource]) }),
})
export type ReportEvent = z.output<typeof reportEvent>

export function isReportType(type: string): boolean {
  return reportTypes.some((known) => known === type)
}

/** The event of a declined card. Stripe copies our order's id from the payment's metadata to the charge's. */
export const failedChargeEvent = z.object({
  type: z.literal('charge.failed'),
  account,
  data: z.object({
    object: z.object({
      metadata: z.object({ order: z.string().optional() }),
      payment_method_details: z
        .object({ card: z.object({ fingerprint: z.string().max(200).nullish() }).nullish() })
        .nullish(),
    }),
  }),
})
export type FailedChargeEvent = z.output<typeof failedChargeEvent>

/** The event of a payment by a wallet on our page, and of each payment on Stripe's page, whose metadata has no `wallet`. */
export const paymentEvent = z.object({
  type: z.literal('payment_intent.succeeded'),
  account,
  data: z.object({
    object: z.object({
      id: z.string(),
      amount_received: z.int(),
      currency: z.string(),
      metadata: z.object({ order: z.string().optional(), wallet: z.string().optional() }),
    }),
  }),
})
export type PaymentEvent = z.output<typeof paymentEvent>

/** The type that the endpoint also has to list where tip boxes offer wallets. */
export const walletType: string = paymentEvent.shape.type.value

/** Returns the types that the webhook endpoint has to list: with a platform also those about connected accounts. */
export function endpointTypes(hasPlatform: boolean): readonly string[] {
  const ofAccounts = ['account.updated', 'account.application.deauthorized']
  const always = [...sessionTypes, ...reportTypes, failedChargeEvent.shape.type.value]
  return hasPlatform ? [...always, ...ofAccounts] : always
}

/** Returns the types that the webhook endpoint of an installation has to list. */
export function endpointTypesFor({
  hasPlatform,
  publishableKey,
}: {
  hasPlatform: boolean
  publishableKey: string | undefined
}): readonly string[] {
  return [...endpointTypes(hasPlatform), ...(publishableKey ? [walletType] : [])]
}

/** How the types begin that the event destination has to list at least one of. */
export const thinTypePrefix = 'v2.core.account'

/** The types that a new event destination lists: whatever changes whether an account accepts cards. */
export const thinTypes: readonly string[] = [
  'v2.core.account[configuration.merchant].capability_status_updated',
  'v2.core.account[requirements].updated',
  'v2.core.account.closed',
]

/** Returns the id of the account that changed; undefined if the event is about something else. */
export function changedAccount(event: StripeEvent): string | undefined {
  if (event.type === 'account.updated') return event.account
  if (event.object === 'v2.core.event' && event.type.startsWith(thinTypePrefix))
    return event.related_object?.id
  return undefined
}
