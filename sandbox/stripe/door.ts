/** The door of the API: the key, the connected account, idempotency, faults and Stripe's errors, once for every call. */
import type { Request, RequestHandler, Response } from 'express'
import type * as z from 'zod'
import { type Fault, type Faults, sendWithFault } from '../faults.ts'
import {
  accountInvalid,
  ApiError,
  idempotencyMisuse,
  inProgress,
  invalid,
  rateLimited,
  serverError,
  unauthenticated,
} from './api-error.ts'
import type { Account, Book } from './book.ts'
import type { FaultName, Operation } from './faults.ts'
import { makeId } from './ids.ts'

export type StripeFaults = Faults<Operation, FaultName>

/** What a call is given besides the request: the creator's account that the platform acts for. */
export interface Call {
  request: Request
  account: Account
}

export interface Door {
  /** A call on a connected account, named by the Stripe-Account header. */
  onAccount(operation: Operation | undefined, work: (call: Call) => unknown): RequestHandler
  /** A call of the platform itself. */
  onPlatform(operation: Operation | undefined, work: (request: Request) => unknown): RequestHandler
}

const keyLifetimeMs = 24 * 3600 * 1000

/** Makes the door. */
export function openDoor(book: Book, faults: StripeFaults): Door {
  const running = new Set<string>()

  function handler(operation: Operation | undefined, work: (request: Request) => unknown): RequestHandler {
    return (request, response) => {
      const fault = operation && faults.take(operation)
      if (fault?.fault === 'drop-before') return void request.socket.destroy()
      response.set('request-id', makeId('req', 14))
      response.set('stripe-version', request.get('stripe-version') ?? '')
      const answer = answerOf(() => {
        failEarly(fault)
        requireKey(book, request)
        return replayOrWork(book, running, request, response, work)
      })
      if (!isPassing(fault)) return sendWithFault(response, answer, undefined)
      sendWithFault(response, answer, fault)
    }
  }

  return {
    onPlatform: handler,
    onAccount: (operation, work) =>
      handler(operation, (request) => work({ request, account: requireAccount(book, request) })),
  }
}

type PassingFault = Fault<Operation, Exclude<FaultName, 'status-429' | 'status-401'>>

/** A refusal has been made already; the rest disfigures the answer. */
function isPassing(fault: Fault<Operation, FaultName> | undefined): fault is PassingFault {
  return ['drop-after-commit', 'html', 'empty', 'slow'].includes(fault?.fault ?? '')
}

function requireKey({ app }: Book, request: Request): void {
  if (request.get('authorization') !== `Bearer ${app.secretKey}`) throw unauthenticated()
  if (!request.get('stripe-version')) throw invalid('A Stripe-Version header is required by this sandbox.')
}

function requireAccount({ accounts }: Book, request: Request): Account {
  const id = request.get('stripe-account')
  if (!id) throw invalid('This sandbox takes payments on connected accounts: name one in Stripe-Account.')
  const account = accounts[id]
  if (!account || account.isDisconnected || account.isClosed) throw accountInvalid(id)
  return account
}

interface Answer {
  status: number
  body: unknown
}

/** A repeat with the same key and parameters gets the first answer again, for a day; Stripe keeps no 409, 429 or 401. */
function replayOrWork(
  book: Book,
  running: Set<string>,
  request: Request,
  response: Response,
  work: (request: Request) => unknown,
): Answer {
  const key = request.method === 'POST' ? request.get('idempotency-key') : undefined
  if (!key) return { status: 200, body: work(request) }
  const place = [request.path, request.get('stripe-account') ?? '', key].join(' ')
  const asked = JSON.stringify(request.body)
  if (running.has(place)) throw inProgress(key)
  const known = book.replays[place]
  if (known && known.keepUntil > Date.now()) {
    if (known.asked !== asked) throw idempotencyMisuse(key)
    response.set('idempotent-replayed', 'true')
    return known
  }
  running.add(place)
  response.on('close', () => running.delete(place))
  const answer = answerOf(() => ({ status: 200, body: work(request) }))
  book.replays[place] = { keepUntil: Date.now() + keyLifetimeMs, asked, ...answer }
  book.save()
  return answer
}

function failEarly(fault: Fault<Operation, FaultName> | undefined): void {
  switch (fault?.fault) {
    case 'status-500':
      throw serverError(500)
    case 'status-503':
      throw serverError(503)
    case 'status-429':
      throw rateLimited()
    case 'status-401':
      throw unauthenticated()
    case 'drop-before':
    case 'drop-after-commit':
    case 'slow':
    case 'html':
    case 'empty':
    case undefined:
  }
}

function answerOf(work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: { error: error.details } }
  }
}

/** Parses what was asked; Stripe names the first parameter that is wrong, and knows no others than its own. */
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

/** The query with the lists and objects that Stripe writes into names: `expand[0]`, `created[gte]`. */
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
