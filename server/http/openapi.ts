/** Generates the OpenAPI document from the call definitions. */
import * as z from 'zod/mini'
import type { CallDefinition } from '../../contract/call.ts'
import { allCalls, apiBase } from '../../contract/calls.ts'
import { errorBody } from '../../contract/errors.ts'

type Json = Record<string, unknown>

/** Describes every call of `/api/v1/` with its errors, as OpenAPI 3.1. */
export function openapiDocument(publicUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Brimful',
      version: 'v1',
      description: 'Amounts are integers in minor units unless stated otherwise.',
    },
    servers: [{ url: publicUrl + apiBase.replace(/\/$/, '') }],
    paths: Object.fromEntries(
      allCalls.map((call) => [toPath(call), { [call.method.toLowerCase()]: toOperation(call) }]),
    ),
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'brimful_session' } },
      schemas: { Error: toSchema(errorBody, 'output') },
      responses: {
        Error: { description: 'What went wrong.', ...jsonOf({ $ref: '#/components/schemas/Error' }) },
      },
    },
  }
}

function toPath({ path }: CallDefinition): string {
  return `/${path.replace(/:(\w+)/g, '{$1}')}`
}

function toOperation(call: CallDefinition): Json {
  const parameters = [...toParameters(call.params, 'path'), ...toParameters(call.query, 'query')]
  return {
    operationId: `${call.method} ${call.path}`.replace(/[^A-Za-z0-9]+/g, '_'),
    summary: call.summary,
    tags: [call.path.split('/')[0]],
    ...(parameters.length > 0 && { parameters }),
    ...(call.file && { requestBody: formOf(call.file) }),
    ...(call.body && { requestBody: { required: true, ...jsonOf(toSchema(call.body, 'input')) } }),
    ...(call.access !== 'public' && { security: [{ session: [] }], 'x-access': call.access }),
    responses: {
      200: call.download
        ? { description: 'The file.', content: { [call.download]: {} } }
        : { description: 'Done.', ...jsonOf(toSchema(call.response, 'output')) },
      '4XX': { $ref: '#/components/responses/Error' },
      '5XX': { $ref: '#/components/responses/Error' },
    },
  }
}

function toParameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
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
  }))
}

function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
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

function jsonOf(schema: Json): Json {
  return { content: { 'application/json': { schema } } }
}
