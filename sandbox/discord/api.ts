/** The part of Discord's API that needs no bot: a webhook is looked at, and written by. */
import { Router } from 'express'
import type { Request, Response } from 'express'
import * as z from 'zod'
import { sendWithFault, strikesEarly } from '../faults.ts'
import type { CallFault, Fault, Faults } from '../faults.ts'
import type { Limits, Verdict } from './limits.ts'
import { write } from './webhooks.ts'
import type { Guild, Webhook, Written } from './webhooks.ts'

export const operations = ['find', 'write'] as const
export type Operation = (typeof operations)[number]

/** What Discord answers where a fault wants it to. */
export const refusals = [
  'rate-limited',
  'rate-limited-global',
  'missing-permissions',
  'blocked-text',
] as const
type Refusal = (typeof refusals)[number]
export type FaultName = CallFault | Refusal

export interface House {
  guild: Guild
  limits: Limits
  faults: Faults<Operation, FaultName>
}

interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

const longest = 2_000
const message = z.object({
  content: z.string().default(''),
  flags: z.int().min(0).default(0),
  allowed_mentions: z.object({ parse: z.array(z.string()) }).optional(),
})
const refused = {
  'missing-permissions': { status: 403, body: { message: 'Missing Permissions', code: 50013 } },
  'blocked-text': {
    status: 400,
    body: { message: 'Message was blocked by automatic moderation', code: 200000 },
  },
} satisfies Partial<Record<Refusal, Answer>>

/** Routes under /discord/api/v10. */
export function apiRoutes(house: House): Router {
  const router = Router()
  const path = '/discord/api/v10/webhooks/:id/:token'
  router.get(path, (request, response) =>
    answer(house, request, response, 'find', (webhook) => ({ status: 200, body: showWebhook(webhook) })),
  )
  router.post(path, (request, response) =>
    answer(house, request, response, 'write', (webhook) => post(house, webhook, request)),
  )
  return router
}

function answer(
  house: House,
  request: Request<{ id: string; token: string }>,
  response: Response,
  operation: Operation,
  work: (webhook: Webhook) => Answer,
): void {
  const fault = house.faults.take(operation)
  const refusal = refusals.find((name) => name === fault?.fault)
  const wire = fault && !refusal ? (fault as Fault<Operation, CallFault>) : undefined
  const { status, body, headers }: Answer = strikesEarly(wire?.fault)
    ? { status: 200 }
    : answerOf(house, request, refusal, work)
  response.set(headers ?? {})
  if (status === 204 && !wire) return void response.status(204).end()
  sendWithFault(response, { status, body }, wire)
}

function answerOf(
  { guild, limits }: House,
  { params: { id, token } }: Request<{ id: string; token: string }>,
  refusal: Refusal | undefined,
  work: (webhook: Webhook) => Answer,
): Answer {
  const verdict = limits.countRequest(id)
  const headers = headersOf(verdict)
  if (!verdict.isFree) return tooMany(verdict)
  const webhook = guild.webhooks[id]
  if (!webhook) return { status: 404, body: { message: 'Unknown Webhook', code: 10015 }, headers }
  if (webhook.token !== token)
    return { status: 401, body: { message: 'Invalid Webhook Token', code: 50027 }, headers }
  if (refusal === 'rate-limited')
    return tooMany({ ...verdict, scope: 'shared', remaining: 0, resetAfter: 1.5 })
  if (refusal === 'rate-limited-global') return tooMany({ ...verdict, scope: 'global', resetAfter: 1.5 })
  if (refusal) return { ...refused[refusal], headers }
  return { headers, ...work(webhook) }
}

function post({ guild, limits }: House, webhook: Webhook, request: Request): Answer {
  const body = message.safeParse(request.body ?? {})
  if (!body.success) return { status: 400, body: { message: 'Invalid Form Body', code: 50035 } }
  const { content, flags, allowed_mentions: mentions } = body.data
  if (!content.trim()) return { status: 400, body: { message: 'Cannot send an empty message', code: 50006 } }
  if (content.length > longest) return { status: 400, body: tooLong }
  const verdict = limits.countMessage(webhook.channelId)
  if (!verdict.isFree) return tooMany(verdict)
  const written = write(guild, webhook, content, flags)
  if (request.query.wait !== 'true') return { status: 204 }
  const pings = !mentions || mentions.parse.includes('everyone')
  return { status: 200, body: showMessage(webhook, written, pings && /@(everyone|here)\b/.test(content)) }
}

const tooLong = {
  message: 'Invalid Form Body',
  code: 50035,
  errors: {
    content: {
      _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }],
    },
  },
}

/** Retry-After is whole seconds; the body has the fractions. */
function tooMany(verdict: Verdict): Answer {
  const isGlobal = verdict.scope === 'global'
  return {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: verdict.resetAfter, global: isGlobal },
    headers: {
      ...headersOf(verdict),
      'Retry-After': String(Math.ceil(verdict.resetAfter)),
      'X-RateLimit-Scope': verdict.scope,
      ...(isGlobal && { 'X-RateLimit-Global': 'true' }),
    },
  }
}

function headersOf({ scope, limit, remaining, resetAfter }: Verdict): Record<string, string> {
  if (scope === 'global') return {}
  return {
    'X-RateLimit-Bucket': 'a1f2c3d4e5b60718293a4b5c6d7e8f90',
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Date.now() / 1000 + resetAfter),
    'X-RateLimit-Reset-After': String(resetAfter),
  }
}

function showWebhook({ id, token, name, channelId, guildId }: Webhook) {
  return {
    application_id: null,
    avatar: null,
    channel_id: channelId,
    guild_id: guildId,
    id,
    name,
    type: 1,
    token,
  }
}

function showMessage({ id, name, channelId }: Webhook, written: Written, isPing: boolean) {
  return {
    type: 0,
    content: written.content,
    mentions: [],
    mention_roles: [],
    mention_everyone: isPing,
    attachments: [],
    embeds: [],
    timestamp: written.at,
    edited_timestamp: null,
    flags: written.flags,
    components: [],
    id: written.id,
    channel_id: channelId,
    author: { id, username: name, global_name: null, avatar: null, discriminator: '0000', bot: true },
    pinned: false,
    tts: false,
    webhook_id: id,
  }
}
