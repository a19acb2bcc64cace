/**
 * Validates Discord's webhook calls against discord-api-types, the community's types on which discord.js is built; they follow
 * https://discord.com/developers/docs/resources/webhook. The 429 follows https://discord.com/developers/docs/topics/rate-limits.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { cacheSchemas, objectWith, type SchemaObject } from '../json-schema.fixture.ts'
import { readPublishedTypes, type TypeReading } from '../published-types.fixture.ts'
import { type Exchange, jsonOf } from '../recorder.fixture.ts'

const require = createRequire(import.meta.url)
const entry = require.resolve('discord-api-types/v10')
const api = readPublishedTypes(join(dirname(entry), 'v10.d.ts'))
const client = readPublishedTypes(join(dirname(require.resolve('@discordjs/rest')), 'index.d.ts'))

/** The paths of Discord's API. */
const { Routes: routes } = require('discord-api-types/v10') as {
  Routes: { webhook(id: string, token: string): string }
}

/** The types that messages of webhooks may have; discord-api-types also lists those of other messages. */
const knownTypes = [
  'Snowflake',
  'APIWebhook',
  'APIMessage',
  'APIUser',
  'APIAllowedMentions',
  'AllowedMentionsTypes',
  'MessageFlags',
]
const reading: TypeReading = { follows: (name) => knownTypes.includes(name) }

const rateLimit = objectWith('message retry_after global', {
  message: { type: 'string' },
  retry_after: { type: 'number', exclusiveMinimum: 0 },
  global: { type: 'boolean' },
  code: { type: 'integer' },
})

const rateLimitHeaders: SchemaObject = {
  type: 'object',
  properties: {
    'retry-after': { type: 'string', pattern: '^[1-9]\\d*$' },
    'x-ratelimit-scope': { enum: ['user', 'global', 'shared'] },
  },
  required: ['retry-after', 'x-ratelimit-scope'],
}

/** Returns the schema of an error, whose code must be one of Discord's. */
function errorSchema(): SchemaObject {
  const { $ref, $defs } = client.schemaOf('DiscordErrorData')
  const { $defs: _, ...code } = api.schemaOf('RESTJSONErrorCodes')
  return { $ref, $defs, type: 'object', properties: { code } }
}

const schemas = {
  query: () => api.schemaOf('RESTPostAPIWebhookWithTokenQuery', { ...reading, isText: true }),
  request: () => api.schemaOf('RESTPostAPIWebhookWithTokenJSONBody', reading),
  webhook: () => api.schemaOf('RESTGetAPIWebhookWithTokenResult', reading),
  message: () => api.schemaOf('RESTPostAPIWebhookWithTokenWaitResult', reading),
  error: errorSchema,
  rateLimit: () => rateLimit,
  rateLimitHeaders: () => rateLimitHeaders,
}
const validate = cacheSchemas((name: keyof typeof schemas) => schemas[name]())

/** Returns the name of a call, with its status: `find` for a GET, `write` for a POST. */
export function nameOf({ method, status }: Exchange): string {
  return `${method === 'GET' ? 'find' : 'write'} ${status}`
}

/** Returns the errors in an exchange's path, parameters, body and response. */
export function validateExchange(exchange: Exchange): string[] {
  const { method, path } = exchange
  const [, id = '', token = ''] = /\/webhooks\/(\d+)\/([^/]+)$/.exec(path) ?? []
  const isKnownPath = path.endsWith(`/api/v10${routes.webhook(id, token)}`)
  const isWrite = method === 'POST'
  return [
    ...(isKnownPath && (isWrite || method === 'GET') ? [] : [`${method} ${path} is not a call of a webhook`]),
    ...(isWrite ? validate('query', exchange.query) : Object.keys(exchange.query)),
    ...(isWrite ? validate('request', jsonOf(exchange.requestBody)) : []),
    ...validateAnswer(exchange),
  ].map((error) => `${nameOf(exchange)}: ${error}`)
}

function validateAnswer({ method, status, answerBody, answerHeaders }: Exchange): string[] {
  const answer = jsonOf(answerBody)
  if (status === 429)
    return [...validate('rateLimit', answer), ...validate('rateLimitHeaders', answerHeaders)]
  if (status >= 400) return validate('error', answer)
  if (status !== 200) return [`the status is ${status}`]
  return validate(method === 'GET' ? 'webhook' : 'message', answer)
}
