/**
 * Discord's webhooks as the community's types have them, which discord.js is built on: discord-api-types, kept after
 * https://discord.com/developers/docs/resources/webhook. What a 429 holds: https://discord.com/developers/docs/topics/rate-limits.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Validate, compileSchema, type SchemaObject } from '../json-schema.fixture.ts'
import { readPublishedTypes, type TypeReading } from '../published-types.fixture.ts'
import { type Exchange, jsonOf } from '../recorder.fixture.ts'

/** The routes of a webhook, from that package. */
export interface Routes {
  webhook(id: string, token: string): string
}

const require = createRequire(import.meta.url)
const entry = require.resolve('discord-api-types/v10')
const api = readPublishedTypes(join(dirname(entry), 'v10.d.ts'))
const client = readPublishedTypes(join(dirname(require.resolve('@discordjs/rest')), 'index.d.ts'))

/** Discord's own addresses of things. */
export const { Routes: routes } = require('discord-api-types/v10') as { Routes: Routes }

/** What such a message holds, of all that a message can hold. */
const met = [
  'Snowflake',
  'APIWebhook',
  'APIMessage',
  'APIUser',
  'APIAllowedMentions',
  'AllowedMentionsTypes',
  'MessageFlags',
]
const webhooks: TypeReading = { follows: ({ path }) => met.includes(path) }

const tooMany: SchemaObject = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    retry_after: { type: 'number', exclusiveMinimum: 0 },
    global: { type: 'boolean' },
    code: { type: 'integer' },
  },
  required: ['message', 'retry_after', 'global'],
  additionalProperties: false,
}

const tooManyHeaders: SchemaObject = {
  type: 'object',
  properties: {
    'retry-after': { type: 'string', pattern: '^[1-9]\\d*$' },
    'x-ratelimit-scope': { enum: ['user', 'global', 'shared'] },
  },
  required: ['retry-after', 'x-ratelimit-scope'],
}

/** A refusal says why by one of the codes that Discord has. */
function refusal(): SchemaObject {
  const { $ref, $defs } = client.schemaOf('DiscordErrorData')
  const codes = api.schemaOf('RESTJSONErrorCodes')
  const inner = Object.values(codes.$defs as Record<string, SchemaObject>)
  return { $ref, $defs, type: 'object', properties: { code: inner[0]! } }
}

const query = once(() => api.schemaOf('RESTPostAPIWebhookWithTokenQuery', { ...webhooks, isText: true }))
const request = once(() => api.schemaOf('RESTPostAPIWebhookWithTokenJSONBody', webhooks))
const found = once(() => api.schemaOf('RESTGetAPIWebhookWithTokenResult', webhooks))
const written = once(() => api.schemaOf('RESTPostAPIWebhookWithTokenWaitResult', webhooks))
const refused = once(refusal)
const limited = once(() => tooMany)
const limitedHeaders = once(() => tooManyHeaders)

/** Which of the two calls it is: a webhook is looked at, or written by. */
export function nameOf({ method, status }: Exchange): string {
  return `${method === 'GET' ? 'find' : 'write'} ${status}`
}

/** Every fault of one exchange: address, parameters, body, answer. */
export function validateExchange(exchange: Exchange): string[] {
  const { method, path } = exchange
  const [, id = '', token = ''] = /\/webhooks\/(\d+)\/([^/]+)$/.exec(path) ?? []
  const isThere = path.endsWith(`/api/v10${routes.webhook(id, token)}`)
  const isWrite = method === 'POST'
  return [
    ...(isThere && (isWrite || method === 'GET') ? [] : [`${method} ${path} is no call of a webhook`]),
    ...(isWrite ? query()(exchange.query) : Object.keys(exchange.query)),
    ...(isWrite ? request()(jsonOf(exchange.requestBody)) : []),
    ...judgeAnswer(exchange),
  ].map((fault) => `${nameOf(exchange)}: ${fault}`)
}

function judgeAnswer({ method, status, answerBody, answerHeaders }: Exchange): string[] {
  const answer = jsonOf(answerBody)
  if (status === 429) return [...limited()(answer), ...limitedHeaders()(answerHeaders)]
  if (status >= 400) return refused()(answer)
  if (status !== 200) return [`the status is ${status}`]
  return method === 'GET' ? found()(answer) : written()(answer)
}

function once(schema: () => SchemaObject): () => Validate {
  let judge: Validate | undefined
  return () => (judge ??= compileSchema(schema()))
}
