/** How a row of the role table is asked for, and held to what it promises. For tests. */
import type { Role } from '../role-table.ts'
import type { Answer } from '../app.fixture.ts'
import type { House } from './world.fixture.ts'

const api = '/api/v1'

/** What is asked, and what it must have done when it was allowed. */
export interface Ask {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Beside the session's. */
  cookie?: string
  /** Of an address that a browser is sent to: done, it sends on. */
  done?: 302 | 303
  /** A GET that changes something, as the way back from a consent page does. */
  writes?: true
  effect(answer: Answer): Promise<void> | void
}

/** How each row of a table is asked for. */
export type Asks<Case extends string> = Record<Case, (house: House, role: Role) => Ask | Promise<Ask>>

/** Asks, and holds the answer's body to something. */
export function get(path: string, holds: (body: unknown) => void = () => {}): Ask {
  return { method: 'GET', path: `${api}/${path}`, effect: ({ body }) => holds(body) }
}

/** Sends a body; what it does is for the row to say. */
export function post(path: string, body: unknown): Ask {
  return { method: 'POST', path: `${api}/${path}`, body, effect: () => {} }
}
