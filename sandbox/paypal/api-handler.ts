/** Handlers of the REST API: authentication, idempotency, faults and PayPal's errors for every call. */
import type { Request, RequestHandler, Response } from 'express'
import { ApiError, type Reply, replyOf, respond } from '../faults.ts'
import { badRequest, inProgress, unprocessable, unsupportedMediaType } from './api-error.ts'
import type { FaultName, Operation, PaypalFaults } from './faults.ts'
import { makeDebugId } from './ids.ts'
import { issues } from './issues.ts'
import type { Store } from './store.ts'
import { requireBearer, revokeBearer } from './tokens.ts'

/** A call that creates something: `create` returns its id, `show` its current state. */
export interface Creation {
  operation?: Operation
  /** How long PayPal stores the request id. */
  keepHours: number
  create(request: Request): string
  show(id: string, request: Request): unknown
}

export interface ApiHandlers {
  /** A call with the app's access token. */
  handle(operation: Operation | undefined, work: (request: Request) => Reply): RequestHandler
  /** A POST that PayPal-Request-Id makes safe to repeat. */
  handleIdempotent(creation: Creation): RequestHandler
  /** A call that checks its own credentials. */
  handlePublic(operation: Operation | undefined, work: (request: Request) => Reply): RequestHandler
}

/** Creates the handlers over a store. */
export function createHandlers(store: Store, faults: PaypalFaults): ApiHandlers {
  const running = new Set<string>()

  function handler(operation: Operation | undefined, work: (request: Request, response: Response) => Reply) {
    return (request: Request, response: Response): void => {
      const debugId = makeDebugId()
      response.set('paypal-debug-id', debugId)
      respond(
        response,
        operation && faults.take(operation),
        () =>
          withDebugId(
            replyOf(() => work(request, response)),
            debugId,
          ),
        (fault) => withDebugId(refusalFor(store, request, fault), debugId),
      )
    }
  }

  return {
    handlePublic: handler,
    handle: (operation, work) =>
      handler(operation, (request) => {
        requireBearer(store, request, 'app')
        refuseOnDemand(request)
        return work(request)
      }),
    handleIdempotent: (creation) =>
      handler(creation.operation, (request, response) => {
        requireBearer(store, request, 'app')
        if (!request.get('content-type')?.startsWith('application/json')) throw unsupportedMediaType()
        refuseOnDemand(request)
        const requestId = request.get('paypal-request-id')
        if (!requestId) return { status: 201, body: creation.show(creation.create(request), request) }
        const key = `${request.path} ${requestId}`
        if (running.has(key)) throw inProgress()
        running.add(key)
        response.on('close', () => running.delete(key))
        return replayOrCreate(store, key, creation, request)
      }),
  }
}

/** Repeats get the thing's current state, or the same refusal: after a declined card only a new request id can succeed. */
function replayOrCreate(store: Store, key: string, creation: Creation, request: Request): Reply {
  const replay = store.replays[key]
  if (replay && replay.keepUntil > Date.now()) {
    if (replay.refusal) throw new ApiError(replay.refusal.status, replay.refusal.body)
    return { status: 200, body: creation.show(replay.id!, request) }
  }
  const keepUntil = Date.now() + creation.keepHours * 3600 * 1000
  try {
    const id = creation.create(request)
    store.replays[key] = { keepUntil, id }
    return { status: 201, body: creation.show(id, request) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) {
      store.replays[key] = { keepUntil, refusal: { status: 422, body: { ...error.body } } }
    }
    throw error
  } finally {
    store.save()
  }
}

/** PayPal's negative testing: the header PayPal-Mock-Response names the refusal. */
function refuseOnDemand(request: Request): void {
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
  if (name === 'INTERNAL_SERVER_ERROR') throw new ApiError(500, internalError)
  if (!issues[name]) throw badRequest([{ issue: 'INVALID_PARAMETER_VALUE', field: 'PayPal-Mock-Response' }])
  throw unprocessable(name)
}

const internalError = { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error has occurred.' }
const rateLimited = {
  name: 'RATE_LIMIT_REACHED',
  message: 'Too many requests. Blocked due to rate limiting.',
}

/** The answer of faults that keep the work from being done. A 401 also revokes the token. */
function refusalFor(store: Store, request: Request, fault: FaultName): Reply | undefined {
  switch (fault) {
    case 'status-500':
      return { status: 500, body: internalError }
    case 'status-503':
      return { status: 503, body: { name: 'SERVICE_UNAVAILABLE', message: 'Service Unavailable.' } }
    case 'status-429':
      return { status: 429, body: rateLimited }
    case 'status-401':
      revokeBearer(store, request)
      return {
        status: 401,
        body: { error: 'invalid_token', error_description: 'Token signature verification failed' },
      }
    case 'drop-before':
    case 'drop-after-commit':
    case 'slow':
    case 'html':
    case 'empty':
      return undefined
  }
}

/** Errors that have a name carry the debug id; the identity service's errors have neither. */
function withDebugId<R extends Reply | undefined>(reply: R, debugId: string): R {
  const body = reply?.body
  const isNamedError = reply && reply.status >= 400 && typeof body === 'object' && body && 'name' in body
  return isNamedError ? { ...reply, body: { ...body, debug_id: debugId } } : reply
}
