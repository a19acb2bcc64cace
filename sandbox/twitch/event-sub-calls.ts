/**
 * Twitch's calls for EventSub's subscriptions over WebSockets:
 * https://dev.twitch.tv/docs/api/reference/#create-eventsub-subscription
 */
import { randomUUID } from 'node:crypto'
import type { Request, Router } from 'express'
import * as z from 'zod'
import { respond } from '../faults.ts'
import { type Accounts, type TwitchAccess, userOf } from './accounts.ts'
import { accessOf } from './access.ts'
import { refusal } from './api-error.ts'
import { type EventSub, type Session, type Subscription, toSubscription } from './event-sub.ts'
import { type EventType, eventTypes } from './event-types.ts'

const creation = z.object({
  type: z.string(),
  version: z.string(),
  condition: z.record(z.string(), z.string()),
  transport: z.object({ method: z.literal('websocket'), session_id: z.string() }),
})
type Creation = z.output<typeof creation>

/**
 * "Subscription limits" of https://dev.twitch.tv/docs/eventsub/manage-subscriptions/#subscription-limits, of a client and a user: three
 * connections with subscriptions, 300 subscriptions each, and a total cost of 10. What the user has consented to costs nothing.
 */
const limits = { transports: 3, perSession: 300, totalCost: 10 }

/** Adds the calls under /twitch/helix/eventsub. */
export function addEventSubCalls(router: Router, accounts: Accounts, eventSub: EventSub): void {
  const path = '/twitch/helix/eventsub/subscriptions'
  const totals = (mine: readonly Subscription[]) => ({
    total: mine.length,
    total_cost: 0,
    max_total_cost: limits.totalCost,
  })
  const listOwn = (login: string) => eventSub.list().filter((one) => one.login === login)

  router.post(path, (request, response) =>
    respond(response, undefined, () => {
      const access = accessOf(accounts, request)
      const subscription = toNew(accounts, eventSub, access, request)
      eventSub.add(subscription)
      return { status: 202, body: { data: [toSubscription(subscription)], ...totals(listOwn(access.login)) } }
    }),
  )
  router.get(path, (request, response) =>
    respond(response, undefined, () => {
      const mine = listOwn(accessOf(accounts, request).login)
      const data = mine.map((one) => toSubscription(one))
      return { status: 200, body: { data, ...totals(mine), pagination: {} } }
    }),
  )
  router.delete(path, (request, response) =>
    respond(response, undefined, () => {
      const { login } = accessOf(accounts, request)
      const { id } = request.query
      if (typeof id !== 'string') throw refusal(400, 'The id query parameter is required')
      if (!listOwn(login).some((one) => one.id === id)) throw refusal(404, 'subscription not found')
      eventSub.remove(id)
      return { status: 204 }
    }),
  )
}

/** Returns the subscription that a request creates. Throws Twitch's refusal. */
function toNew(
  accounts: Accounts,
  eventSub: EventSub,
  access: TwitchAccess,
  { body }: Request,
): Subscription {
  const parsed = creation.safeParse(body)
  if (!parsed.success) throw refusal(400, 'invalid transport and auth combination')
  const { type, version, condition, transport } = parsed.data
  const known = eventTypes[type]
  if (known?.version !== version) throw refusal(400, 'invalid subscription type and version')
  const session = [...eventSub.sessions].find(({ id }) => id === transport.session_id)
  if (!session) throw refusal(400, 'websocket transport session does not exist or has already disconnected')
  requireConsent(accounts, access, known, condition)
  requireRoom(eventSub, access.login, session, parsed.data)
  const createdAt = new Date().toISOString()
  return { id: randomUUID(), type, version, condition, createdAt, login: access.login, session }
}

function requireConsent(
  accounts: Accounts,
  { login, scopes }: TwitchAccess,
  { scope, condition: names }: EventType,
  condition: Creation['condition'],
): void {
  if (names.some((name) => !condition[name])) throw refusal(400, 'missing or invalid condition')
  const { id } = userOf(accounts, login)
  const isOwn = names.every((name) => condition[name] === id)
  if (!isOwn || (scope && !scopes.includes(scope)))
    throw refusal(403, 'subscription missing proper authorization')
}

function requireRoom(
  eventSub: EventSub,
  login: string,
  session: Session,
  { type, condition }: Creation,
): void {
  const inSession = eventSub.list().filter((one) => one.session === session)
  if (inSession.some((one) => one.login !== login))
    throw refusal(400, 'websocket transport cannot have subscriptions created by different users')
  const isSame = (one: Subscription) =>
    one.type === type && JSON.stringify(one.condition) === JSON.stringify(condition)
  if (inSession.some(isSame)) throw refusal(409, 'subscription already exists')
  const transports = new Set(
    eventSub.list().flatMap((one) => (one.login === login ? [one.session.id] : [])),
  ).add(session.id)
  // https://discuss.dev.twitch.com/t/429-error-when-subscribing-to-eventsub/63174
  if (transports.size > limits.transports) throw refusal(429, 'number of websocket transports limit exceeded')
  if (inSession.length >= limits.perSession)
    throw refusal(429, 'number of websocket subscriptions limit exceeded')
}
