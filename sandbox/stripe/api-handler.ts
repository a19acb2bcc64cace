/** Handlers of the API: the key, the connected account, idempotency, faults and Stripe's errors for every call. */
import type { Request, RequestHandler, Response } from 'express'
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

/** A call on a connected account. */
export interface Call {
  request: Request
  account: Account
}

export interface ApiHandlers {
  /** A call of the platform itself. */
  handle(operation: Operation | undefined, work: (request: Request) => unknown): RequestHandler
  /** A call on the connected account that the Stripe-Account header names. */
  handleForAccount(operation: Operation | undefined, work: (call: Call) => unknown): RequestHandler
}

const keyLifetimeMs = 24 * 3600 * 1000

/** Creates the handlers over a store. */
export function createHandlers(store: Store, faults: StripeFaults): ApiHandlers {
  const running = new Set<string>()

  function handle(operation: Operation | undefined, work: (request: Request) => unknown): RequestHandler {
    return (request, response) => {
      response.set('request-id', makeId('req', 14))
      response.set('stripe-version', request.get('stripe-version') ?? '')
      const answer = (): Reply => {
        requireKey(store, request)
        return replayOrWork({ store, running, request, response }, work)
      }
      respond(response, operation && faults.take(operation), answer, refusalFor)
    }
  }

  return {
    handle,
    handleForAccount: (operation, work) =>
      handle(operation, (request) => work({ request, account: requireAccount(store, request) })),
  }
}

function requireKey({ app }: Store, request: Request): void {
  if (request.get('authorization') !== `Bearer ${app.secretKey}`) throw unauthenticated()
  if (!request.get('stripe-version')) throw invalid('A Stripe-Version header is required by this sandbox.')
}

function requireAccount({ accounts }: Store, request: Request): Account {
  const id = request.get('stripe-account')
  if (!id) throw invalid('This sandbox takes payments on connected accounts: name one in Stripe-Account.')
  const account = accounts[id]
  if (!account || account.isDisconnected || account.isClosed) throw accountInvalid(id)
  return account
}

interface RunningCall {
  store: Store
  running: Set<string>
  request: Request
  response: Response
}

/** A repeat with the same key and parameters gets the first answer for a day, except after a 401, 409 or 429. */
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

/** The answer of faults that keep the work from being done. */
function refusalFor(fault: FaultName): Reply | undefined {
  switch (fault) {
    case 'status-500':
      return serverError(500)
    case 'status-503':
      return serverError(503)
    case 'status-429':
      return rateLimited()
    case 'status-401':
      return unauthenticated()
    case 'drop-before':
    case 'drop-after-commit':
    case 'slow':
    case 'html':
    case 'empty':
      return undefined
  }
}

/** Parses parameters. Throws Stripe's error for the first one that is wrong or unknown. */
export function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys : []
  const [head = '', ...rest] = [...issue.path, ...unknown].map(String)
  const param = head + rest.map((part) => `[${part}]`).join('')
  if (unknown.length > 0) throw invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  throw invalid(`${issue.message}: ${param}`, param)
}

/** The query with Stripe's lists and objects: `expand[0]`, `created[gte]`. */
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
