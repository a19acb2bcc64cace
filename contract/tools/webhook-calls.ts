/** Calls that creators use to manage the webhooks to their tools (docs/webhooks.md). */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { isoTime } from '../entities.ts'
import { toCopied } from '../text.ts'
import { dialectName } from './dialects.ts'

export const webhookEndpoint = z.object({
  id: z.uuid(),
  dialect: dialectName,
  url: z.string(),
  createdAt: isoTime,
  /** When attempts began to fail; null while it works, or before the first. */
  failingSince: z.nullable(isoTime),
  /** The secret before the last change signs as well until this time; null if there is none. */
  formerSecretUntil: z.nullable(isoTime),
  /** How many events wait for their next attempt, and how many were given up and can be sent again. */
  waiting: z.int(),
  gaveUp: z.int(),
})
export type WebhookEndpoint = z.output<typeof webhookEndpoint>

/**
 * What went wrong with an attempt that got no response: `private`, the address is inside a network; `timeout`, nothing for ten
 * seconds; `tls`, the certificate is not valid; `lost`, the connection or our process ended after the request had been sent; `connection`,
 * anything else, before it.
 */
export const webhookProblem = z.enum(['private', 'timeout', 'tls', 'lost', 'connection'])
export type WebhookProblem = z.output<typeof webhookProblem>

export const webhookTry = z.object({
  at: isoTime,
  /** The status of the response; null if there was none. */
  status: z.nullable(z.int()),
  problem: z.nullable(webhookProblem),
  milliseconds: z.int(),
})
export type WebhookTry = z.output<typeof webhookTry>

export const webhookDelivery = z.object({
  id: z.uuid(),
  /** The id of the event, which is in the header `webhook-id`. */
  eventId: z.uuid(),
  type: z.string(),
  status: z.enum(['waiting', 'sent', 'gaveUp']),
  /** Whether it may have arrived although it was given up, so that sending it again may enter the tip twice. */
  mayHaveArrived: z.boolean(),
  createdAt: isoTime,
  /** When the next attempt is due; null after the last. */
  nextAt: z.nullable(isoTime),
  /** The latest attempts, the oldest first. */
  tries: z.array(webhookTry),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

const byId = z.object({ id: z.uuid() })
const withSecret = z.object({ endpoint: webhookEndpoint, secret: z.string() })

export const getWebhooks = creatorCall.get('account/webhooks', {
  summary: 'The endpoints to which the signed-in creator’s events are sent, the oldest first.',
  response: z.object({ endpoints: z.array(webhookEndpoint) }),
})

const copied = (maxLength: number) =>
  z.optional(z.string().check(z.overwrite(toCopied), z.maxLength(maxLength)))

/** An endpoint to add. Which fields its dialect needs is in `dialects`; the others are ignored. */
const newWebhook = z.object({
  dialect: dialectName,
  url: copied(500),
  token: copied(2000),
  channel: copied(100),
})
export type NewWebhook = z.output<typeof newWebhook>

export const addWebhook = creatorCall.post('account/webhooks/add', {
  summary:
    'Adds an endpoint. The response has its secret: the key that signs its requests or, in Ko-fi’s form, the verification token in them; null if the secret is the creator’s own token.',
  body: newWebhook,
  response: z.extend(withSecret, { secret: z.nullable(z.string()) }),
})

export const removeWebhook = creatorCall.post('account/webhooks/remove', {
  summary: 'Removes an endpoint with everything that waits for it.',
  body: byId,
})

export const showWebhookSecret = creatorCall.post('account/webhooks/show-secret', {
  summary: 'The secret of an endpoint: the key that signs its requests, or the token in them.',
  costs: 'reads of the own account, by index',
  body: byId,
  response: withSecret,
})

export const replaceWebhookSecret = creatorCall.post('account/webhooks/replace-secret', {
  summary:
    'Replaces an endpoint’s secret. For a day the former key signs as well; a token is replaced at once.',
  body: byId,
  response: withSecret,
})

export const getWebhookLog = creatorCall.get('account/webhooks/log', {
  summary: 'The latest hundred deliveries to an endpoint with their attempts, the latest first.',
  query: byId,
  response: z.object({ deliveries: z.array(webhookDelivery) }),
})

export const sendWebhooksAgain = creatorCall.post('account/webhooks/send-again', {
  summary: 'Sends one delivery of an endpoint again, or all that were given up within the last thirty days.',
  costs: 'a request to the own endpoint for each delivery of thirty days that was given up',
  limits: ['account webhooks-again'],
  body: z.object({ id: z.uuid(), deliveryId: z.optional(z.uuid()) }),
  response: z.object({ count: z.int() }),
})
