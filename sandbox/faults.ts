/** Queues faults that tests request for the next calls of an operation. They are in memory, so a restart removes them. */
import type { Request, RequestHandler, Response } from 'express'

/** Faults that every HTTP stand-in has. */
export const callFaults = [
  'drop-before',
  'drop-after-commit',
  'status-500',
  'status-503',
  'slow',
  'html',
  'empty',
] as const
export type CallFault = (typeof callFaults)[number]

export interface Fault<Operation extends string, Name extends string> {
  operation: Operation
  fault: Name
  /** How many more calls the fault affects. */
  times: number
  delayMs: number
}

export type Faults<Operation extends string, Name extends string> = ReturnType<
  typeof openFaults<Operation, Name>
>

/** Creates the fault queue of one stand-in. */
export function openFaults<Operation extends string, Name extends string>() {
  let faults: Fault<Operation, Name>[] = []
  return {
    add(fault: Fault<Operation, Name>): void {
      faults.push({ ...fault })
    },
    /** Returns the oldest fault of this operation, counted down by one; undefined when there is none. */
    take(operation: Operation): Fault<Operation, Name> | undefined {
      const next = faults.find((fault) => fault.operation === operation)
      if (!next) return undefined
      next.times -= 1
      faults = faults.filter((fault) => fault.times > 0)
      return next
    },
    list: () => faults,
    clear(): void {
      faults = []
    },
  }
}

/** A response of a provider's API: a string is sent as text, anything else as JSON. */
export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** A refusal of a provider. If `work` throws it, the response has this status and body. */
export class ApiError<Body extends object = object> extends Error {
  readonly status: number
  readonly body: Body

  constructor(status: number, body: Body) {
    super(`The stand-in answers ${status}`)
    this.status = status
    this.body = body
  }
}

/** Returns the reply of `work`, or the reply of the ApiError that it throws. */
export function replyOf(work: () => Reply): Reply {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: error.body }
  }
}

/**
 * Responds to a call with the result of `work` or, if a fault is set, with the fault's effect. `refuse` returns the responses of
 * faults that prevent `work`.
 */
export function respond<Name extends string>(
  response: Response,
  active: Pick<Fault<string, Name>, 'fault' | 'delayMs'> | undefined,
  work: () => Reply,
  refuse: (fault: Name) => Reply | undefined = serverError,
): void {
  if (active?.fault === 'drop-before') return void response.socket?.destroy()
  const { status, body, headers } = (active && refuse(active.fault)) ?? replyOf(work)
  response.set(headers ?? {}).status(status)
  const send = () => {
    if (typeof body === 'string') response.type('text').send(body)
    else if (body === undefined) response.end()
    else response.json(body)
  }
  switch (active?.fault) {
    case 'drop-after-commit':
      return void response.socket?.destroy()
    case 'html':
      return void response.type('html').send('<html><body>Try again later</body></html>')
    case 'empty':
      return void response.end()
    case 'slow': {
      const timer = setTimeout(send, active.delayMs)
      return void response.on('close', () => clearTimeout(timer))
    }
    case undefined:
    default:
      send()
  }
}

/**
 * Returns a handler without faults, which responds with what `work` returns or with the ApiError that it throws. The response
 * must not be cached.
 */
export function answer(work: (request: Request) => unknown): RequestHandler {
  return (request, response) => {
    response.set('cache-control', 'no-store')
    respond(response, undefined, () => ({ status: 200, body: work(request) }))
  }
}

/** Returns Google's body for a 500 or 503; undefined for other faults. */
export function serverError(fault: string): Reply | undefined {
  if (fault === 'status-500') return googleError(500, 'Internal error encountered.')
  return fault === 'status-503' ? googleError(503, 'The service is currently unavailable.') : undefined
}

function googleError(code: number, message: string): Reply {
  const reason = { message, domain: 'global', reason: 'backendError' }
  return { status: code, body: { error: { code, message, errors: [reason] } } }
}
