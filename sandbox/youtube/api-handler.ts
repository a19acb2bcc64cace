/** Handlers of the YouTube API: token, scopes, quota, faults and errors for every call. */
import type { Request, RequestHandler } from 'express'
import { type CallFault, type Faults, respond } from '../faults.ts'
import type { Accounts, ChannelAccess } from './accounts.ts'
import { authError, chatError, quotaError, scopeError } from './api-error.ts'
import type { Quota } from './quota.ts'

export const operations = ['list', 'insert', 'channels'] as const
export type Operation = (typeof operations)[number]

/** YouTube's own refusals, as faults. */
export const refusals = [
  'status-401',
  'quotaExceeded',
  'rateLimitExceeded',
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

export interface Call {
  operation: Operation
  /** The token needs one of these. */
  scopes: string[]
  cost(): number
  work(request: Request, access: ChannelAccess): unknown
}

/** Handles a call: authorizes it, charges its units, and does the work. */
export function handleCall(api: ApiContext, call: Call): RequestHandler {
  return (request, response) => {
    const fault = api.faults.take(call.operation)
    const refusal = refusals.find((name) => name === fault?.fault)
    respond(response, fault, () => {
      const access = authorize(api, call, request)
      if (refusal) throw errorFor(refusal)
      return { status: 200, body: call.work(request, access) }
    })
  }
}

function authorize({ accounts, quota }: ApiContext, call: Call, request: Request): ChannelAccess {
  const header = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  const token = header ?? request.query.access_token
  const access = typeof token === 'string' ? accounts.oauth.findAccess(token) : undefined
  if (!access) throw authError()
  if (!call.scopes.some((scope) => access.scopes.includes(scope))) throw scopeError()
  if (!quota.spend(call.cost())) throw quotaError()
  return access
}

function errorFor(refusal: Refusal) {
  switch (refusal) {
    case 'status-401':
      return authError()
    case 'quotaExceeded':
      return quotaError()
    case 'rateLimitExceeded':
    case 'forbidden':
    case 'liveChatDisabled':
    case 'liveChatEnded':
    case 'liveChatNotFound':
    case 'messageTextInvalid':
      return chatError(refusal)
  }
}
