import * as z from 'zod/mini'
import type { CallResponse, CallDefinition } from '../../../../contract/call.ts'
import { defaultKey } from '../../../../contract/check-error.ts'
import { confirmationNeeds } from '../../../../contract/accounts/confirmation.ts'
import { paidBefore } from '../../../../contract/payments/paid-before.ts'
import { proofChallenge } from '../../../../contract/proof.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CallError } from './call-error.ts'

/** The prefix of every call's path. */
export const callBase = '/api/v1/'

/** The input of a call. */
export type CallInputParts = Partial<Record<'params' | 'query' | 'body', unknown>>

/**
 * Makes a call and parses the response, without showing failures. Throws `CallError`. It is for code that must stay small; all
 * other code uses `call`.
 */
export async function fetchCall<C extends CallDefinition>(
  definition: C,
  input: CallInputParts = {},
  signal?: AbortSignal,
): Promise<CallResponse<C>> {
  if (answerCall) {
    return parseResponse(definition, 200, await answerCall(definition, input)) as CallResponse<C>
  }
  return sendRequest(definition, toRequest(definition, input), signal) as Promise<CallResponse<C>>
}

type Answer = (definition: CallDefinition, input: CallInputParts) => Promise<unknown>

let answerCall: Answer | undefined

/** Makes calls without a request. The server renders pages with it, because it has the responses itself. */
export function answerCalls(answer: Answer): void {
  answerCall = answer
}

interface WireRequest {
  address: string
  init: RequestInit
}

/** Converts a call to an address and the options for `fetch`. */
export function toRequest(definition: CallDefinition, input: CallInputParts): WireRequest {
  const params = checkPart(definition.params, input.params, 'params')
  const query = checkPart(definition.query, input.query, 'query')
  const body = checkPart(definition.body, input.body, 'body')
  const path = definition.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(toAddressText(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, toAddressText(value)]])),
  ).toString()
  const init: RequestInit = { method: definition.method, credentials: 'include' }
  if (definition.body) {
    init.headers = { 'content-type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  return { address: callBase + path + (search && `?${search}`), init }
}

/** Converts a parameter to text for an address. Only strings, numbers and booleans are allowed. */
function toAddressText(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}

function checkPart(schema: CallDefinition['body'], value: unknown, part: string): Record<string, unknown> {
  if (!schema) return {}
  const checked = z.safeParse(schema, value ?? {}, { error: defaultKey })
  if (checked.success) return checked.data as Record<string, unknown>
  const issues = checked.error.issues.map((issue) => ({ ...issue, path: [part, ...issue.path] }))
  throw new CallError({ kind: 'input', code: 'invalid_input', message: m.error_internal(), issues })
}

async function sendRequest(
  definition: CallDefinition,
  wire: WireRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await fetch(wire.address, { ...wire.init, signal: signal ?? null }).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error
      throw new CallError({ kind: 'network', message: m.error_network() })
    },
  )
  const json: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined // the body is not JSON; it is usually a proxy's page
    if (signal?.aborted) throw error
    throw new CallError({ kind: 'network', message: m.error_network() }) // the connection was lost while the body was read
  })
  return parseResponse(definition, response.status, json)
}

/** Validates a response with the call's schema; throws `CallError` for a refusal. */
export function parseResponse(definition: CallDefinition, status: number, json: unknown): unknown {
  if (status < 200 || status > 299) throw toCallError(status, json)
  const parsed = z.safeParse(definition.response, json)
  if (parsed.success) return parsed.data
  console.error(`Invalid response from ${definition.path}`, parsed.error.issues)
  throw new CallError({ kind: 'response', status, message: m.error_internal() })
}

/** The parts of the contract's error body that the web app uses. All are optional, because proxies send other bodies. */
const errorBody = z.object({
  ErrorMessage: z.optional(z.string()),
  code: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  challenge: z.optional(proofChallenge),
  confirmation: z.optional(confirmationNeeds),
  paid: z.optional(paidBefore),
})

function toCallError(status: number, json: unknown): CallError {
  const body = z.safeParse(errorBody, json)
  const { ErrorMessage, ...details } = body.success ? body.data : {}
  return new CallError({
    kind: 'response',
    status,
    message: ErrorMessage || m.error_internal(),
    ...details,
  })
}
