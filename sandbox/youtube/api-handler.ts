/** Handles calls of the YouTube API: checks token, scopes and quota, and applies faults. */
import type { Request, RequestHandler, Response } from 'express'
import { type CallFault, type Faults, replyOf, respond } from '../faults.ts'
import type { Accounts, ChannelAccess } from './accounts.ts'
import { apiError, authError, chatError, quotaError, scopeError, tooManyRequestsError } from './api-error.ts'
import type { Quota } from './quota.ts'

export const operations = ['list', 'insert', 'messages', 'channels', 'stream'] as const
export type Operation = (typeof operations)[number]

/** Errors of YouTube that a test can request as faults. */
export const refusals = [
  'status-401',
  'quotaExceeded',
  'rateLimitExceeded',
  'userRequestsExceedRateLimit',
  'tooManyRequests',
  'liveStreamingNotEnabled',
  'forbidden',
  'liveChatDisabled',
  'liveChatEnded',
  'liveChatNotFound',
  'messageTextInvalid',
] as const
type Refusal = (typeof refusals)[number]
export type FaultName = CallFault | Refusal

export interface ApiContext {
  accounts: Accounts
  quota: Quota
  faults: Faults<Operation, FaultName>
}

/** The requirements of a call: a token with one of the scopes, and units of the daily quota. */
interface Call {
  operation: Operation
  scopes: string[]
  cost: 'listCost' | 'chatListCost' | 'insertCost'
}

/** A request after its checks: the requested parts of the resources, and the token's channel. */
export interface ApiRequest {
  request: Request
  channelId: string
  parts: Set<string>
}

/** Handles a call: checks its token, charges its quota units, and does the work. */
export function handleCall(
  api: ApiContext,
  call: Call,
  work: (wanted: ApiRequest) => unknown,
): RequestHandler {
  return (request, response) => {
    const fault = api.faults.take(call.operation)
    const refusal = refusals.find((name) => name === fault?.fault)
    respond(response, fault, () => {
      const { channelId } = authorize(api, call, request)
      if (refusal) throw errorFor(refusal)
      return { status: 200, body: work({ request, channelId, parts: partsOf(request) }) }
    })
  }
}

/** Handles a call whose response is a stream: the same checks, then `work` writes what it has. A fault is answered at once. */
export function handleStream(
  api: ApiContext,
  call: Call,
  work: (wanted: ApiRequest, response: Response) => void,
): RequestHandler {
  const empty = handleCall(api, call, () => [])
  return (request, response) => {
    if (api.faults.list().some(({ operation }) => operation === call.operation))
      return void empty(request, response, () => {})
    const { status, body } = replyOf(() => {
      const { channelId } = authorize(api, call, request)
      work({ request, channelId, parts: partsOf(request) }, response)
      return { status: 200 }
    })
    if (status !== 200) response.status(status).json(body)
  }
}

/** Returns the parts of a resource that the request asks for. */
function partsOf(request: Request): Set<string> {
  const part = ([] as unknown[]).concat(request.query.part ?? [])
  const parts = part.flatMap((one) => String(one).split(',')).filter(Boolean)
  if (!parts.length) throw apiError(400, 'required', 'Required parameter: part', { location: 'part' })
  return new Set(parts)
}

function authorize({ accounts, quota }: ApiContext, call: Call, request: Request): ChannelAccess {
  const header = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  const token = header ?? request.query.access_token
  const access = typeof token === 'string' ? accounts.oauth.findAccess(token) : undefined
  if (!access) throw authError()
  if (!call.scopes.some((scope) => access.scopes.includes(scope))) throw scopeError()
  if (!quota.spend(quota.settings[call.cost])) throw quotaError()
  return access
}

function errorFor(refusal: Refusal) {
  if (refusal === 'status-401') return authError()
  if (refusal === 'tooManyRequests') return tooManyRequestsError()
  return refusal === 'quotaExceeded' ? quotaError() : chatError(refusal)
}
