/** Generates the OpenAPI document from the call definitions. */
import * as z from 'zod/mini'
import type { CallDefinition } from '../../contract/call.ts'
import { allCalls, apiBase, toolCalls } from '../../contract/calls.ts'
import { errorBody } from '../../contract/errors.ts'
import { needsConfirmation } from '../../contract/accounts/lasting-changes.ts'
import { existsIn } from '../../contract/platform-calls.ts'
import { limits } from '../../contract/limits.ts'
import type { Limit, LimitName } from '../../contract/limits.ts'
import { toolExamples } from '../../contract/tools/tool-examples.ts'
import type { Config } from '../../domain/config/config.ts'
import { confirmedMinutes } from '../../domain/accounts/confirmation-proof.ts'

type Json = Record<string, unknown>

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-brimful_session' },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token (brim_…) with the scope of the call.',
  },
}

/** Describes every call of `/api/v1/` that this installation has, with its errors, as OpenAPI 3.1. */
export function openapiDocument({ publicUrl, solo }: Pick<Config, 'publicUrl' | 'solo'>): Json {
  const description = 'Amounts are integers in minor units unless stated otherwise.'
  const calls = allCalls.filter((call) => existsIn(call, solo !== undefined))
  return toDocument(publicUrl, { calls, description, securitySchemes })
}

/** Describes the calls of tools as they make them, with a token, and with an example of each. */
export function toolsDocument(publicUrl: string): Json {
  const description =
    'For a creator’s own tools, such as a Stream Deck, Streamer.bot or a script. Make a token in the settings, and send it in the header `Authorization: Bearer brim_…`. Amounts are integers in minor units.'
  const { token } = securitySchemes
  return toDocument(publicUrl, { calls: toolCalls, description, securitySchemes: { token } })
}

interface Contents {
  calls: readonly CallDefinition[]
  description: string
  securitySchemes: Partial<typeof securitySchemes>
}

function toDocument(publicUrl: string, { calls, description, securitySchemes: schemes }: Contents): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls)
    paths[toPath(call)] = { ...paths[toPath(call)], [call.method.toLowerCase()]: toOperation(call, schemes) }
  return {
    openapi: '3.1.0',
    info: { title: 'Brimful', version: 'v1', description },
    servers: [{ url: publicUrl + apiBase.replace(/\/$/, '') }],
    paths,
    components: {
      securitySchemes: schemes,
      schemas: { Error: toSchema(errorBody, 'output') },
      responses: {
        Error: { description: 'What went wrong.', ...jsonOf({ $ref: '#/components/schemas/Error' }) },
      },
    },
  }
}

const confirmedNote = `Needs a session that its browser has confirmed within ${confirmedMinutes} minutes.`

function toPath({ path }: CallDefinition): string {
  return `/${path.replace(/:(\w+)/g, '{$1}')}`
}

function toOperation(call: CallDefinition, schemes: Contents['securitySchemes']): Json {
  const example = toolExamples[`${call.method} ${call.path}`]
  const parameters = [
    ...toParameters(call.params, 'path'),
    ...toParameters(call.query, 'query', example?.query),
  ]
  return {
    operationId: `${call.method} ${call.path}`.replace(/[^A-Za-z0-9]+/g, '_'),
    summary: call.summary,
    // Those of tools are listed by what they are about.
    tags: [call.scope?.split(':')[0] ?? call.path.split('/')[0]],
    ...(call.scope && { description: `Needs the scope \`${call.scope}\`.` }),
    ...(needsConfirmation(call) && { description: confirmedNote }),
    ...(parameters.length > 0 && { parameters }),
    ...(call.file && { requestBody: formOf(call.file) }),
    ...(call.body && {
      requestBody: { required: true, ...jsonOf(toSchema(call.body, 'input'), example?.body) },
      'x-body-limits': call.bodyLimits,
    }),
    ...(namesOf(call).length > 0 && { 'x-limits': namesOf(call).map(toLimit) }),
    ...(call.access !== 'public' && { security: securityOf(call, schemes), 'x-access': call.access }),
    ...(call.scope && { 'x-scope': call.scope }),
    responses: {
      200: call.download
        ? { description: 'The file.', content: { [call.download]: {} } }
        : { description: 'Done.', ...jsonOf(toSchema(call.response, 'output'), example?.response) },
      '4XX': { $ref: '#/components/responses/Error' },
      '5XX': { $ref: '#/components/responses/Error' },
    },
  }
}

/** Returns the names of a call's limits, with that of the token where it takes one. */
export function namesOf({ limits: own = [], scope }: CallDefinition): readonly LimitName[] {
  return scope ? ['account tool', ...own] : own
}

/** Describes a limit of `contract/limits.ts`. */
export function toLimit(name: LimitName): Json {
  const { points, duration, counts, past }: Limit = limits[name]
  return { name, counts, points, seconds: duration, past }
}

/** Returns how a call is authorised; one that names a scope also takes an API token. */
function securityOf({ scope }: CallDefinition, schemes: Contents['securitySchemes']): Json[] {
  return [...(schemes.session ? [{ session: [] }] : []), ...(scope ? [{ token: [] }] : [])]
}

function toParameters(
  schema: z.ZodMiniType | undefined,
  place: 'path' | 'query',
  examples: Readonly<Record<string, string>> = {},
): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
    ...(name in examples && { example: examples[name] }),
  }))
}

/** Returns a schema as JSON Schema. */
export function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

function formOf(file: string): Json {
  const schema = {
    type: 'object',
    required: [file],
    properties: { [file]: { type: 'string', format: 'binary' } },
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function jsonOf(schema: Json, example?: unknown): Json {
  const content = { schema, ...(example !== undefined && { example }) }
  return { content: { 'application/json': content } }
}
