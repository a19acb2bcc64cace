/** Calls Brimful's API for creators' tools and follows its feed. It imports nothing of the product, so that it can be copied. */
import type { Calls, FeedEvent } from './calls.ts'

/** The address of an installation and an API token. */
export interface BrimfulOptions {
  url: string
  token: string
}

type Name = keyof Calls
type Input<N extends Name> = Omit<Calls[N], 'response'> & {
  /** The `Idempotency-Key` of a write: with the same key it happens once. */
  key?: string
}

/** A refused call. */
export class BrimfulError extends Error {
  readonly status: number
  readonly code: string
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined

  constructor(status: number, { code, ErrorMessage, retryAfter }: ErrorBody) {
    super(ErrorMessage ?? `status ${status}`)
    this.name = 'BrimfulError'
    this.status = status
    this.code = code ?? 'unavailable'
    this.retryAfter = retryAfter
  }
}

interface ErrorBody {
  code?: string
  ErrorMessage?: string
  retryAfter?: number
}

export interface FollowOptions {
  /** The cursor of the last event that the tool has handled. Default: only what happens from now on. */
  cursor?: number | undefined
  /** Called with each event, in order, once. */
  onEvent: (event: FeedEvent) => void
  /** Called when events were left out because the tool was away for too long. */
  onSkipped?: (count: number) => void
  /** Called when the feed has ended for good, with the code of the reason, such as `token_refused`. */
  onEnd?: (code: string) => void
}

export interface Brimful {
  /** Makes a call. Throws `BrimfulError` if it is refused. */
  call<N extends Name>(name: N, input: Input<N>): Promise<Calls[N]['response']>
  /** Follows events until `close`. A connection that is cut is opened again, with the last cursor. */
  follow(options: FollowOptions): { close(): void }
}

/** Opens the API of an installation. */
export function openBrimful({ url, token }: BrimfulOptions): Brimful {
  const base = `${url.replace(/\/$/, '')}/api/v1/`
  return {
    call: (name, input) => request(base, token, name, input) as Promise<never>,
    follow: (options) => follow(base, token, options),
  }
}

interface AnyInput {
  query?: object
  body?: unknown
  key?: string
}

async function request(
  base: string,
  token: string,
  name: Name,
  { query = {}, body, key }: AnyInput,
): Promise<unknown> {
  const [method = 'GET', path = ''] = name.split(' ')
  const address = new URL(base + path)
  for (const [field, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(field, String(value))
  const response = await fetch(address, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const json: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw new BrimfulError(response.status, json as ErrorBody)
  return json
}

type FromServer =
  | (FeedEvent & { type: FeedEvent['type'] })
  | { type: 'ready'; cursor: number }
  | { type: 'skipped'; cursor: number; count: number }
  | { type: 'error'; code: string }

/** The close codes that refuse the same token for good, with their reasons. */
const finalCodes = new Map([
  [4400, 'invalid_input'],
  [4401, 'token_refused'],
  [4403, 'scope_missing'],
])
const maxWaitMs = 30_000

function follow(base: string, token: string, { cursor: from, onEvent, onSkipped, onEnd }: FollowOptions) {
  const address = `${base.replace(/^http/, 'ws')}feed`
  let cursor = from
  let failures = 0
  let isClosed = false
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    let reason: string | undefined
    socket = new WebSocket(address)
    socket.addEventListener('open', () => socket?.send(JSON.stringify({ type: 'hello', token, cursor })))
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as FromServer
      if (message.type === 'error') {
        reason = message.code
        return
      }
      failures = 0
      const before = cursor ?? -1
      cursor = message.cursor
      if (message.type === 'skipped') onSkipped?.(message.count)
      else if (message.type !== 'ready' && message.cursor > before) onEvent(message)
    })
    socket.addEventListener('close', ({ code }) => {
      if (isClosed) return
      const final = finalCodes.get(code)
      if (final !== undefined) return onEnd?.(reason ?? final)
      // Waits longer after each failure, by chance, so that tools do not all come back at once.
      timer = setTimeout(open, Math.random() * Math.min(500 * 2 ** failures, maxWaitMs))
      failures += 1
    })
    socket.addEventListener('error', () => {}) // a close follows
  }

  open()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}
