/** Implements what the product calls of Kick's API: who a token belongs to, and posting to a chat. docs.kick.com/apis */
import type { Request, RequestHandler, Router } from 'express'
import * as z from 'zod'
import { ApiError, type CallFault, type Faults, respond } from '../faults.ts'
import type { Accounts } from './accounts.ts'
import type { Limits } from './limits.ts'

export const operations = ['users', 'chat'] as const
export type Operation = (typeof operations)[number]
export const refusals = ['rate-limited', 'quota'] as const
export type FaultName = CallFault | (typeof refusals)[number]

export interface KickState {
  accounts: Accounts
  limits: Limits
  faults: Faults<Operation, FaultName>
}

const maxLength = 500
/** Unknown fields are refused: Kick does not document that it ignores them. A bot's message names no chat. */
const messageBody = z.strictObject({ content: z.string().min(1).max(maxLength), type: z.literal('bot') })

const refuse = (status: number, message: string, data: unknown = {}) =>
  new ApiError(status, { data, message })

/** Adds the calls under /kick/public/v1. */
export function addApi(router: Router, kick: KickState): void {
  router.get(
    '/kick/public/v1/users',
    handle(kick, 'users', 'user:read', (name) => showUser(kick, name)),
  )
  router.post(
    '/kick/public/v1/chat',
    handle(kick, 'chat', 'chat:write', (name, request) => post(kick, name, request)),
  )
}

function handle(
  kick: KickState,
  operation: Operation,
  scope: string,
  work: (name: string, request: Request) => object,
): RequestHandler {
  return (request, response) => {
    const fault = kick.faults.take(operation)
    respond(response, fault, () => {
      if (fault?.fault === 'rate-limited') return tooFast(7)
      if (fault?.fault === 'quota')
        throw refuse(400, 'Bad Request', 'Pusher error: API call failed since (daily) message quota exceeded')
      const token = /^Bearer (.+)$/.exec(request.get('authorization') ?? '')?.[1] ?? ''
      const access = kick.accounts.oauth.findAccess(token)
      if (!access) throw refuse(401, 'Unauthorized')
      if (!access.scopes.includes(scope)) throw refuse(403, 'Forbidden')
      if (operation === 'chat') {
        const waitSeconds = kick.limits.take(access.name)
        if (waitSeconds > 0) return tooFast(waitSeconds)
      }
      return { status: 200, body: { data: work(access.name, request), message: 'OK' } }
    })
  }
}

function tooFast(seconds: number) {
  return {
    status: 429,
    body: { data: {}, message: 'Too Many Requests' },
    headers: { 'Retry-After': String(Math.ceil(seconds)) },
  }
}

function showUser({ accounts }: KickState, name: string) {
  const { id, email } = accounts.users[name]!
  return [{ user_id: id, name, email, profile_picture: '' }]
}

function post({ accounts }: KickState, name: string, request: Request) {
  const body = messageBody.safeParse(request.body)
  if (!body.success) throw refuse(400, 'Bad Request')
  const { refuses } = accounts.users[name]!
  if (refuses === 'forbidden') throw refuse(403, 'Forbidden')
  if (refuses === 'no-bot') throw refuse(404, 'Not Found', 'Channel not found')
  if (refuses === 'drop') return { is_sent: false, message_id: '' }
  return { is_sent: true, message_id: accounts.post(name, body.data.content) }
}
