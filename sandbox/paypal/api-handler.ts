/** Adds calls to the REST API with authentication, idempotency, faults and PayPal's errors. */
import type { Request, RequestHandler, Response, Router } from 'express'
import { ApiError, type Reply, replyOf, respond } from '../faults.ts'
import { badRequest, inProgress, notFound, unprocessable, unsupportedMediaType } from './api-error.ts'
import type { FaultName, Operation, PaypalFaults } from './faults.ts'
import { makeDebugId } from './ids.ts'
import { issues } from './issues.ts'
import type { Store } from './store.ts'
import { requireBearer, revokeBearer } from './tokens.ts'

/** A call that creates a resource. The response is the whole resource or, by default, part of it. */
interface Creation {
  operation: Operation
  /** For how many hours a repeat with the same PayPal-Request-Id creates nothing new. */
  keepHours: number
  /** Creates the resource and returns its id. */
  create(request: Request): string
  showPart(id: string): unknown
  showAll(id: string): unknown
}

type Work = (request: Request, response: Response) => Reply

/** PayPal stores the request ids of actions on disputes for 72 hours. */
const actionHours = 72

export type Api = ReturnType<typeof createApi>

/**
 * Returns functions that add API calls to a router, with authentication, PayPal's errors and the faults that are set
 * through `control.ts`.
 */
export function createApi(router: Router, store: Store, faults: PaypalFaults) {
  const running = new Set<string>()

  function handle(operation: Operation | undefined, work: Work): RequestHandler {
    return (request, response) => {
      const debugId = makeDebugId()
      response.set('paypal-debug-id', debugId)
      const answer = () =>
        withDebugId(
          replyOf(() => work(request, response)),
          debugId,
        )
      respond(response, operation && faults.take(operation), answer, (fault) => {
        if (fault === 'status-401') revokeBearer(store, request)
        return withDebugId(refusals[fault], debugId)
      })
    }
  }

  function handleAsApp(operation: Operation | undefined, work: Work): RequestHandler {
    return handle(operation, (request, response) => {
      requireBearer(store, request, 'app')
      refuseOnDemand(request)
      return work(request, response)
    })
  }

  return {
    /** Returns a handler for a call that checks its own credentials. */
    handle,
    /** Adds a GET that needs the app's access token and responds with what `show` returns. */
    get(path: string, show: (request: Request) => unknown): void {
      router.get(
        path,
        handleAsApp('get', (request) => ({ status: 200, body: show(request) })),
      )
    },
    /** Adds a POST that needs the app's access token. */
    post(path: string, work: Work): void {
      router.post(path, handleAsApp(undefined, work))
    },
    /** Adds a DELETE that needs the app's access token. */
    delete(path: string, work: Work): void {
      router.delete(path, handleAsApp(undefined, work))
    },
    /** Adds a POST on a dispute. A repeat with the same PayPal-Request-Id gets the first response. */
    act(path: string, work: (request: Request) => unknown): void {
      router.post(path, handleAsApp('dispute', respondOnce(store, work)))
    },
    /** Adds a POST that needs the app's access token and that is safe to repeat with the same PayPal-Request-Id. */
    create(path: string, creation: Creation): void {
      const work: Work = (request, response) => {
        if (!request.get('content-type')?.startsWith('application/json')) throw unsupportedMediaType()
        const requestId = request.get('paypal-request-id')
        if (!requestId) return reply(201, creation, creation.create(request), request)
        const key = `${request.path} ${requestId}`
        if (running.has(key)) throw inProgress()
        running.add(key)
        response.on('close', () => running.delete(key))
        return replayOrCreate(store, key, creation, request)
      }
      router.post(path, handleAsApp(creation.operation, work))
    },
  }
}

/** Returns a handler that responds to a repeat with the same PayPal-Request-Id as it did at first. */
function respondOnce(store: Store, work: (request: Request) => unknown): Work {
  return (request) => {
    const key = `${request.path} ${request.get('paypal-request-id') ?? crypto.randomUUID()}`
    const known = store.replays[key]
    if (known && known.keepUntil > Date.now()) return { status: 200, body: known.body }
    const body = work(request)
    store.replays[key] = { keepUntil: Date.now() + actionHours * 3600 * 1000, body }
    store.save()
    return { status: 200, body }
  }
}

/** Returns the resource with the id in the path. Throws a 404 if there is none. */
export function findById<T>(collection: Record<string, T>, { params }: Request): T {
  const found = collection[String(params.id)]
  if (!found) throw notFound()
  return found
}

/** Returns the response to a creation: the whole resource if the caller asks for it with `Prefer`. */
function reply(status: number, { showAll, showPart }: Creation, id: string, request: Request): Reply {
  const wantsAll = request.get('prefer')?.includes('return=representation')
  return { status, body: wantsAll ? showAll(id) : showPart(id) }
}

/**
 * Responds to a repeat with the resource's current state or with the same refusal. So after a declined card only a new request id
 * can succeed.
 */
function replayOrCreate(store: Store, key: string, creation: Creation, request: Request): Reply {
  const replay = store.replays[key]
  if (replay && replay.keepUntil > Date.now()) {
    if (replay.refusal) throw new ApiError(replay.refusal.status, replay.refusal.body)
    return reply(200, creation, replay.id!, request)
  }
  const keepUntil = Date.now() + creation.keepHours * 3600 * 1000
  try {
    const id = creation.create(request)
    store.replays[key] = { keepUntil, id }
    return reply(201, creation, id, request)
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) {
      store.replays[key] = { keepUntil, refusal: { status: 422, body: { ...error.body } } }
    }
    throw error
  } finally {
    store.save()
  }
}

/**
 * Throws the error that the header PayPal-Mock-Response names (PayPal's negative testing). Without the header it does nothing.
 */
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

/** The responses to calls whose fault prevents the work. A 401 also revokes the token. */
const refusals: Partial<Record<FaultName, Reply>> = {
  'status-500': { status: 500, body: internalError },
  'status-503': { status: 503, body: { name: 'SERVICE_UNAVAILABLE', message: 'Service Unavailable.' } },
  'status-429': {
    status: 429,
    body: { name: 'RATE_LIMIT_REACHED', message: 'Too many requests. Blocked due to rate limiting.' },
  },
  'status-401': {
    status: 401,
    body: { error: 'invalid_token', error_description: 'Token signature verification failed' },
  },
}

/** Adds PayPal's debug id to errors that have a name. Errors of the identity service have neither a name nor a debug id. */
function withDebugId<R extends Reply | undefined>(reply: R, debugId: string): R {
  const body = reply?.body
  const isNamedError = reply && reply.status >= 400 && typeof body === 'object' && body && 'name' in body
  return isNamedError ? { ...reply, body: { ...body, debug_id: debugId } } : reply
}
