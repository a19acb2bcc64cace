import { vi } from 'vitest'
import type { CallDefinition } from '../../../contract/call.ts'
import { callBase } from '../lib/fetch-call.ts'

export interface Asked {
  path: string
  query: Record<string, string>
  body: unknown
}

type Reply = { status?: number; json?: unknown } | 'no answer'
/** What a path answers; a server that reads what it is asked is a function of the body. */
type Answerer = Reply | ((body: unknown) => Reply | Promise<Reply>)

/** Stands where the server would: answers calls by path, and remembers what was asked. Unknown paths get a 404. */
export function fakeApi(first: Record<string, Answerer> = {}) {
  const replies = new Map<string, Answerer>(Object.entries(first))
  const asked: Asked[] = []

  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://brimful.test')
    const path = url.pathname.slice(callBase.length)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    asked.push({ path, query: Object.fromEntries(url.searchParams), body })
    const answerer = replies.get(path) ?? {
      status: 404,
      json: { ErrorMessage: 'We could not find that.', code: 'not_found' },
    }
    const reply = typeof answerer === 'function' ? await answerer(body) : answerer
    if (reply === 'no answer') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(reply.json ?? {}), { status: reply.status ?? 200 })
  })

  return {
    asked,
    askedFor: (definition: CallDefinition) => asked.filter(({ path }) => path === definition.path),
    /** Sets what a path answers from now on. */
    reply: (path: string, reply: Answerer) => void replies.set(path, reply),
  }
}
