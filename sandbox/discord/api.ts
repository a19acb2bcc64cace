/** Implements the part of Discord's API that works without a bot: reading a webhook and posting through it. */
import type { Request, RequestHandler, Router } from 'express'
import * as z from 'zod'
import { type CallFault, type Faults, type Reply, respond } from '../faults.ts'
import type { Limits, Verdict } from './limits.ts'
import { type Guild, type Message, post, type Webhook } from './webhooks.ts'

export const operations = ['find', 'write'] as const
export type Operation = (typeof operations)[number]

/** Responses with which Discord refuses a call, which a test can request as faults. */
export const refusals = [
  'rate-limited',
  'rate-limited-global',
  'missing-permissions',
  'blocked-text',
] as const
type Refusal = (typeof refusals)[number]
export type FaultName = CallFault | Refusal

export interface DiscordState {
  guild: Guild
  limits: Limits
  faults: Faults<Operation, FaultName>
}

const maxLength = 2_000
const messageBody = z.object({
  content: z.string().default(''),
  flags: z.int().min(0).default(0),
  allowed_mentions: z.object({ parse: z.array(z.string()) }).optional(),
})
const refusalReplies = {
  'missing-permissions': { status: 403, body: { message: 'Missing Permissions', code: 50013 } },
  'blocked-text': {
    status: 400,
    body: { message: 'Message was blocked by automatic moderation', code: 200000 },
  },
} satisfies Partial<Record<Refusal, Reply>>

/** Adds the calls under /discord/api/v10. */
export function addApiCalls(router: Router, discord: DiscordState): void {
  const path = '/discord/api/v10/webhooks/:id/:token'
  const find = handle(discord, 'find', (webhook) => ({ status: 200, body: showWebhook(webhook) }))
  const write = handle(discord, 'write', (webhook, request) => postMessage(discord, webhook, request))
  router.get(path, find)
  router.post(path, write)
}

type Work = (webhook: Webhook, request: Request) => Reply

function handle(discord: DiscordState, operation: Operation, work: Work): RequestHandler {
  return (request, response) => {
    const fault = discord.faults.take(operation)
    const refusal = refusals.find((name) => name === fault?.fault)
    respond(response, fault, () => replyTo(discord, request, refusal, work))
  }
}

function replyTo(
  { guild, limits }: DiscordState,
  request: Request,
  refusal: Refusal | undefined,
  work: Work,
): Reply {
  const id = String(request.params.id)
  const verdict = limits.countRequest(id)
  const headers = headersOf(verdict)
  if (!verdict.isAllowed) return tooMany(verdict)
  const webhook = guild.webhooks[id]
  if (!webhook) return { status: 404, body: { message: 'Unknown Webhook', code: 10015 }, headers }
  if (webhook.token !== request.params.token)
    return { status: 401, body: { message: 'Invalid Webhook Token', code: 50027 }, headers }
  if (refusal === 'rate-limited')
    return tooMany({ ...verdict, scope: 'shared', remaining: 0, resetAfter: 1.5 })
  if (refusal === 'rate-limited-global') return tooMany({ ...verdict, scope: 'global', resetAfter: 1.5 })
  if (refusal) return { ...refusalReplies[refusal], headers }
  return { headers, ...work(webhook, request) }
}

function postMessage({ guild, limits }: DiscordState, webhook: Webhook, request: Request): Reply {
  const body = messageBody.safeParse(request.body ?? {})
  if (!body.success) return { status: 400, body: { message: 'Invalid Form Body', code: 50035 } }
  const { content, flags, allowed_mentions: mentions } = body.data
  if (!content.trim()) return { status: 400, body: { message: 'Cannot send an empty message', code: 50006 } }
  if (content.length > maxLength) return { status: 400, body: tooLong }
  const verdict = limits.countMessage(webhook.channelId)
  if (!verdict.isAllowed) return tooMany(verdict)
  const message = post(guild, webhook, content, flags)
  if (request.query.wait !== 'true') return { status: 204 }
  const pings = !mentions || mentions.parse.includes('everyone')
  return { status: 200, body: showMessage(webhook, message, pings && /@(everyone|here)\b/.test(content)) }
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

/** Returns Discord's 429. Retry-After is in whole seconds, `retry_after` has fractions. */
function tooMany(verdict: Verdict): Reply {
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

function showMessage({ id, name, channelId }: Webhook, message: Message, isPing: boolean) {
  return {
    type: 0,
    content: message.content,
    mentions: [],
    mention_roles: [],
    mention_everyone: isPing,
    attachments: [],
    embeds: [],
    timestamp: message.at,
    edited_timestamp: null,
    flags: message.flags,
    components: [],
    id: message.id,
    channel_id: channelId,
    author: { id, username: name, global_name: null, avatar: null, discriminator: '0000', bot: true },
    pinned: false,
    tts: false,
    webhook_id: id,
  }
}
