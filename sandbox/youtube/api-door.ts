/** The door of the YouTube API: token, scopes, units, faults and errors, once for every call. */
import type { Request, RequestHandler } from 'express'
import {
  type CallFault,
  callFaults,
  type Fault,
  type Faults,
  sendWithFault,
  strikesEarly,
} from '../faults.ts'
import { type Access, type Accounts, findAccess } from './accounts.ts'
import { ApiError, authError, chatError, quotaError, scopeError } from './api-error.ts'
import type { Quota } from './quota.ts'

export const operations = ['list', 'insert', 'channels'] as const
export type Operation = (typeof operations)[number]

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

export interface Door {
  accounts: Accounts
  quota: Quota
  faults: Faults<Operation, FaultName>
}

export interface Call {
  operation: Operation
  /** One of them is enough. */
  scopes: string[]
  cost(): number
  work(request: Request, access: Access): unknown
}

/** A handler that does the work for whom may, at its price. */
export function openCall(door: Door, call: Call): RequestHandler {
  return (request, response) => {
    const fault = door.faults.take(call.operation)
    const wire = fault && isCallFault(fault) ? fault : undefined
    const refusal = fault && !wire ? (fault.fault as Refusal) : undefined
    const answer = strikesEarly(wire?.fault)
      ? { status: 200, body: {} }
      : answerOf(door, call, request, refusal)
    sendWithFault(response, answer, wire)
  }
}

function answerOf(door: Door, call: Call, request: Request, refusal: Refusal | undefined) {
  try {
    const access = admit(door, call, request)
    if (refusal) throw errorFor(refusal)
    return { status: 200, body: call.work(request, access) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.code, body: error.body }
  }
}

function admit({ accounts, quota }: Door, call: Call, request: Request): Access {
  const header = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  const token = header ?? request.query.access_token
  const access = typeof token === 'string' ? findAccess(accounts, token) : undefined
  if (!access) throw authError()
  if (!call.scopes.some((scope) => access.scopes.includes(scope))) throw scopeError()
  if (!quota.spend(call.cost())) throw quotaError()
  return access
}

function errorFor(refusal: Refusal): ApiError {
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

function isCallFault(fault: Fault<Operation, FaultName>): fault is Fault<Operation, CallFault> {
  return (callFaults as readonly string[]).includes(fault.fault)
}
