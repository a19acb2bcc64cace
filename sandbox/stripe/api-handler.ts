/** Adds calls to the API, with authentication, the connected account, idempotency, faults and Stripe's errors. */
import type { Request, RequestHandler, Response, Router } from 'express'
import type * as z from 'zod'
import { type Reply, replyOf, respond } from '../faults.ts'
import {
  accountInvalid,
  idempotencyMisuse,
  inProgress,
  invalid,
  rateLimited,
  serverError,
  unauthenticated,
} from './api-error.ts'
import type { FaultName, Operation, StripeFaults } from './faults.ts'
import { makeId } from './ids.ts'
import type { Account, Store } from './store.ts'

/** A call on an account that takes payments. */
export interface AccountCall {
  request: Request
  account: Account
  /** The `:id` in the path. */
  id: string
}

type Method = 'get' | 'post' | 'delete'
export type Api = ReturnType<typeof createApi>

const keyLifetimeMs = 24 * 3600 * 1000

/**
 * Returns functions that add API calls to a router, with authentication, idempotency keys and the faults that are set
 * through `control.ts`.
 */
export function createApi(router: Router, store: Store, faults: StripeFaults) {
  const running = new Set<string>()

  function handle(operation: Operation | undefined, work: (request: Request) => unknown): RequestHandler {
    return (request, response) => {
      response.set('request-id', makeId('req', 14))
      response.set('stripe-version', request.get('stripe-version') ?? '')
      const answer = (): Reply => {
        requireKey(store, request)
        return replayOrWork({ store, running, request, response }, work)
      }
      respond(response, operation && faults.take(operation), answer, (fault) => refusals[fault])
    }
  }

  return {
    /** Returns a handler for a call on the platform's own account. */
    handle,
    /** Adds a call on the platform's own account. */
    add(method: Method, path: string, operation: Operation, work: (request: Request) => unknown): void {
      router[method](path, handle(operation, work))
    },
    /** Adds a call on the connected account that the Stripe-Account header names, or without one on the platform's own account. */
    addForAccount(
      method: Method,
      path: string,
      operation: Operation | undefined,
      work: (call: AccountCall) => unknown,
    ): void {
      const onAccount = (request: Request) =>
        work({ request, account: requireAccount(store, request), id: String(request.params.id) })
      router[method](path, handle(operation, onAccount))
    },
  }
}

function requireKey({ app }: Store, request: Request): void {
  if (request.get('authorization') !== `Bearer ${app.secretKey}`) throw unauthenticated()
  if (!request.get('stripe-version')) throw invalid('A Stripe-Version header is required by this sandbox.')
}

function requireAccount({ own, accounts }: Store, request: Request): Account {
  const id = request.get('stripe-account')
  if (id === undefined) return own
  const account = accounts[id]
  if (!account || account.isOwn || account.isDisconnected || account.isClosed) throw accountInvalid(id)
  return account
}

interface RunningCall {
  store: Store
  running: Set<string>
  request: Request
  response: Response
}

/**
 * Responds to a repeat with the same key and parameters as to the first call, for a day, unless the first response was a 401, 409
 * or 429.
 */
function replayOrWork(call: RunningCall, work: (request: Request) => unknown): Reply {
  const { store, running, request, response } = call
  const key = request.method === 'POST' ? request.get('idempotency-key') : undefined
  if (!key) return { status: 200, body: work(request) }
  const replayKey = [request.path, request.get('stripe-account') ?? '', key].join(' ')
  const requestBody = JSON.stringify(request.body)
  if (running.has(replayKey)) throw inProgress(key)
  const known = store.replays[replayKey]
  if (known && known.keepUntil > Date.now()) {
    if (known.requestBody !== requestBody) throw idempotencyMisuse(key)
    response.set('idempotent-replayed', 'true')
    return { status: known.status, body: known.body }
  }
  running.add(replayKey)
  response.on('close', () => running.delete(replayKey))
  const { status, body } = replyOf(() => ({ status: 200, body: work(request) }))
  store.replays[replayKey] = { keepUntil: Date.now() + keyLifetimeMs, requestBody, status, body }
  store.save()
  return { status, body }
}

/** The responses to calls whose fault prevents the work. */
const refusals: Partial<Record<FaultName, Reply>> = {
  'status-500': serverError(500),
  'status-503': serverError(503),
  'status-429': rateLimited(),
  'status-401': unauthenticated(),
}

/** https://docs.stripe.com/changelog/endive/2026-09-30/removes-the-payment-method-types-parameter-from-payment-intents-and-setup-intents */
const removedCode = 'payment_method_types_no_longer_supported'

/** Parses parameters. Throws Stripe's error for the first parameter that is wrong or unknown. */
export function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys : []
  const [head = '', ...rest] = [...issue.path, ...unknown].map(String)
  const param = head + rest.map((part) => `[${part}]`).join('')
  if (unknown.includes('payment_method_types'))
    throw invalid(`${param} is no longer supported.`, param, removedCode)
  if (unknown.length > 0) throw invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  throw invalid(`${issue.message}: ${param}`, param)
}

/** Returns the query, with parameters such as `expand[0]` and `created[gte]` as lists and objects. */
export function queryOf({ url }: Request): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [name, value] of new URL(url, 'http://sandbox').searchParams) {
    const [, outer = name, inner] = /^(\w+)\[(\w*)\]$/.exec(name) ?? []
    if (inner === undefined) found[outer] = value
    else if (/^\d*$/.test(inner)) found[outer] = [...((found[outer] as string[] | undefined) ?? []), value]
    else found[outer] = { ...(found[outer] as object | undefined), [inner]: value }
  }
  return found
}
