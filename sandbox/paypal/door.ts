/** The door of the API: authentication, idempotency, faults and PayPal's errors, once for every call. */
import type { Request, RequestHandler, Response } from 'express'
import { ApiError, badRequest, inProgress, unprocessable, unsupportedMediaType } from './api-error.ts'
import type { Book } from './book.ts'
import type { Operation, PaypalFault, PaypalFaults } from './faults.ts'
import { makeDebugId } from './ids.ts'
import { issues } from './issues.ts'
import { requireBearer, revokeBearer } from './tokens.ts'

/** What a call is answered with. */
export interface Answer {
  status: number
  body: unknown
}

/** A call that makes something: `act` makes it and names it, `show` describes how it stands now. */
export interface Making {
  operation?: Operation
  /** How long PayPal keeps the request id. */
  keepHours: number
  act(request: Request): string
  show(id: string, request: Request): unknown
}

export interface Door {
  /** A call without idempotency. */
  open(operation: Operation | undefined, work: (request: Request) => Answer): RequestHandler
  /** A POST that PayPal-Request-Id makes repeatable. */
  make(making: Making): RequestHandler
  /** A call that authenticates itself, as the identity calls do. */
  openToAll(operation: Operation | undefined, work: (request: Request) => Answer): RequestHandler
}

/** Makes the door. */
export function openDoor(book: Book, faults: PaypalFaults): Door {
  const running = new Set<string>()

  function handler(operation: Operation | undefined, work: (request: Request, response: Response) => Answer) {
    return (request: Request, response: Response): void => {
      const fault = operation && faults.take(operation)
      if (fault?.fault === 'drop-before') return void request.socket.destroy()
      response.set('paypal-debug-id', makeDebugId())
      const answer = answerOf(() => {
        failEarly(book, request, fault)
        return work(request, response)
      }, response)
      deliver(response, answer, fault)
    }
  }

  return {
    openToAll: (operation, work) => handler(operation, work),
    open: (operation, work) =>
      handler(operation, (request) => {
        requireBearer(book, request, 'app')
        mockRefusal(request)
        return work(request)
      }),
    make: (making) =>
      handler(making.operation, (request, response) => {
        requireBearer(book, request, 'app')
        if (!request.get('content-type')?.startsWith('application/json')) throw unsupportedMediaType()
        mockRefusal(request)
        const key = replayKey(request)
        if (!key) return { status: 201, body: making.show(making.act(request), request) }
        if (running.has(key)) throw inProgress()
        running.add(key)
        response.on('close', () => running.delete(key))
        return replayOrMake(book, key, making, request)
      }),
  }
}

function replayKey(request: Request): string | undefined {
  const requestId = request.get('paypal-request-id')
  return requestId && `${request.path} ${requestId}`
}

/** A repeat gets the thing as it stands now, or the refusal again: a declined card needs a new request id. */
function replayOrMake(book: Book, key: string, making: Making, request: Request): Answer {
  const replay = book.replays[key]
  if (replay && replay.keepUntil > Date.now()) {
    if (replay.refusal) throw new ApiError(replay.refusal.status, replay.refusal.body)
    return { status: 200, body: making.show(replay.id!, request) }
  }
  const keepUntil = Date.now() + making.keepHours * 3600 * 1000
  try {
    const id = making.act(request)
    book.replays[key] = { keepUntil, id }
    return { status: 201, body: making.show(id, request) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) {
      book.replays[key] = { keepUntil, refusal: { status: 422, body: { ...error.body } } }
    }
    throw error
  } finally {
    book.save()
  }
}

/** The sandbox's own switch for negative tests: a refusal by name, in a header. */
function mockRefusal(request: Request): void {
  const header = request.get('paypal-mock-response')
  if (!header) return
  let issue: unknown
  try {
    issue = JSON.parse(header).mock_application_codes
  } catch {
    throw badRequest([
      { issue: 'INVALID_PARAMETER_SYNTAX', field: 'PayPal-Mock-Response', location: 'header' },
    ])
  }
  const name = String(Array.isArray(issue) ? issue[0] : issue)
  if (name === 'INTERNAL_SERVER_ERROR') throw serverError(500)
  if (!issues[name]) throw badRequest([{ issue: 'INVALID_PARAMETER_VALUE', field: 'PayPal-Mock-Response' }])
  throw unprocessable(name)
}

function failEarly(book: Book, request: Request, fault: PaypalFault | undefined): void {
  switch (fault?.fault) {
    case 'status-500':
      throw serverError(500)
    case 'status-503':
      throw serverError(503)
    case 'status-429':
      throw new ApiError(429, {
        name: 'RATE_LIMIT_REACHED',
        message: 'Too many requests. Blocked due to rate limiting.',
      })
    case 'status-401':
      revokeBearer(book, request)
      throw new ApiError(401, {
        error: 'invalid_token',
        error_description: 'Token signature verification failed',
      })
    case 'drop-before':
    case 'drop-after-commit':
    case 'slow':
    case 'html':
    case 'empty':
    case undefined:
  }
}

function serverError(status: 500 | 503): ApiError {
  return status === 500
    ? new ApiError(500, { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error has occurred.' })
    : new ApiError(503, { name: 'SERVICE_UNAVAILABLE', message: 'Service Unavailable.' })
}

function answerOf(work: () => Answer, response: Response): Answer {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isNamed = 'name' in error.body
    const debug_id = response.get('paypal-debug-id')
    return { status: error.status, body: isNamed ? { ...error.body, debug_id } : error.body }
  }
}

function deliver(response: Response, { status, body }: Answer, fault: PaypalFault | undefined): void {
  switch (fault?.fault) {
    case 'drop-after-commit':
      return void response.socket?.destroy()
    case 'html':
      return void response
        .status(status)
        .type('html')
        .send('<html><body>Service is being restored</body></html>')
    case 'empty':
      return void response.status(status).end()
    case 'slow': {
      const timer = setTimeout(() => response.status(status).json(body), fault.delayMs)
      return void response.on('close', () => clearTimeout(timer))
    }
    case 'drop-before':
    case 'status-500':
    case 'status-503':
    case 'status-401':
    case 'status-429':
    case undefined:
      response.status(status).json(body)
  }
}
