import { vi } from 'vitest'
import type { CallDefinition } from '../../../contract/call.ts'
import { callBase } from '../lib/calls/fetch-call.ts'

interface ApiRequest {
  path: string
  query: Record<string, string>
  body: unknown
}

type FakeResponse = { status?: number; json?: unknown } | 'network failure'
/** The response for a path, or a function that computes it from the request's body. */
type Responder = FakeResponse | ((body: unknown) => FakeResponse | Promise<FakeResponse>)

/** Returns a refusal by the server. */
export function refuse(code: string, ErrorMessage = 'No.', status = 400) {
  return { status, json: { ErrorMessage, code } }
}

export type Replies = Record<string, Responder>

/** Fakes the server: responds by path and records the requests. An unknown path gets a 404. */
export function fakeApi(first: Replies = {}) {
  const responses = new Map<string, Responder>(Object.entries(first))
  const requests: ApiRequest[] = []

  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://brimful.test')
    const path = url.pathname.slice(callBase.length)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    requests.push({ path, query: Object.fromEntries(url.searchParams), body })
    const responder = responses.get(path) ?? refuse('not_found', 'We couldn’t find that.', 404)
    const response = typeof responder === 'function' ? await responder(body) : responder
    if (response === 'network failure') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(response.json ?? {}), { status: response.status ?? 200 })
  })

  return {
    requests,
    requestsTo: (definition: CallDefinition) => requests.filter(({ path }) => path === definition.path),
    respond: (path: string, response: Responder) => void responses.set(path, response),
  }
}
