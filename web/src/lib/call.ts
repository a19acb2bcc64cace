import * as z from 'zod/mini'
import type { Answer, CallDefinition, CallInput } from '../../../contract/call.ts'
import { m } from '../../../i18n/compiled/messages.js'
import { CallError } from './call-error.ts'
import { applyErrorRule } from './error-rule.ts'
import type { ErrorsTo } from './error-rule.ts'

/** The address that every call's path is relative to. */
export const callBase = '/api/v1/'

export interface CallOptions {
  /** Who tells the visitor of a failure; by default the global rule, with a toast. */
  errorsTo?: ErrorsTo
  signal?: AbortSignal | undefined
}

type Arguments<C extends CallDefinition> = [keyof CallInput<C>] extends [never]
  ? [input?: Record<string, never>, options?: CallOptions]
  : [input: CallInput<C>, options?: CallOptions]

/** Makes a call: checks the input with the call's own schema, sends it, parses the answer; throws `CallError`. */
export async function call<C extends CallDefinition>(
  definition: C,
  ...[input, options]: Arguments<C>
): Promise<Answer<C>> {
  return send(definition, input ?? {}, options) as Promise<Answer<C>>
}

type Parts = Partial<Record<'params' | 'query' | 'body', unknown>>

/** The untyped inside of `call`, for code that carries a definition and its input around together. */
export async function send(definition: CallDefinition, input: Parts, options: CallOptions = {}) {
  try {
    const request = toRequest(definition, input)
    return await exchange(definition, request, options.signal)
  } catch (error) {
    if (error instanceof CallError) applyErrorRule(error, options.errorsTo ?? 'toast')
    throw error
  }
}

interface Wire {
  address: string
  init: RequestInit
}

/** How a call goes out: its address, and what `fetch` is told. */
export function toRequest(definition: CallDefinition, input: Parts): Wire {
  const params = checkPart(definition.params, input.params, 'params')
  const query = checkPart(definition.query, input.query, 'query')
  const body = checkPart(definition.body, input.body, 'body')
  const path = definition.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(toText(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, toText(value)]])),
  ).toString()
  const init: RequestInit = { method: definition.method, credentials: 'include' }
  if (definition.body) {
    init.headers = { 'content-type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  return { address: callBase + path + (search && `?${search}`), init }
}

/** What an address can carry: anything else is a mistake in the contract. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}

function checkPart(schema: CallDefinition['body'], value: unknown, part: string): Record<string, unknown> {
  if (!schema) return {}
  const checked = z.safeParse(schema, value ?? {})
  if (checked.success) return checked.data as Record<string, unknown>
  const fields = Object.fromEntries(
    checked.error.issues.map((issue) => [[part, ...issue.path].join('.'), issue.message]),
  )
  const message = checked.error.issues[0]?.message ?? m.error_unexpected()
  throw new CallError({ kind: 'input', code: 'invalid_input', message, fields })
}

async function exchange(definition: CallDefinition, wire: Wire, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(wire.address, { ...wire.init, signal: signal ?? null }).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error
      throw new CallError({ kind: 'network', message: m.error_network() })
    },
  )
  const json: unknown = await response.json().catch(() => undefined)
  return readAnswer(definition, response.status, json)
}

/** What a call was answered, checked by its own schema; throws `CallError` when it was refused. */
export function readAnswer(definition: CallDefinition, status: number, json: unknown): unknown {
  if (status < 200 || status > 299) throw toCallError(status, json)
  const answer = z.safeParse(definition.response, json)
  if (answer.success) return answer.data
  console.error(`${definition.path} answered in another shape`, answer.error.issues)
  throw new CallError({ kind: 'answer', status, message: m.error_unexpected() })
}

/** As much of the contract's error body as an answer holds; proxies answer in shapes of their own. */
const failedAnswer = z.object({
  ErrorMessage: z.optional(z.string()),
  code: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
})

function toCallError(status: number, json: unknown): CallError {
  const body = z.safeParse(failedAnswer, json)
  const { ErrorMessage, code, fields } = body.success ? body.data : {}
  return new CallError({
    kind: 'answer',
    status,
    message: ErrorMessage || m.error_unexpected(),
    code,
    fields,
  })
}
