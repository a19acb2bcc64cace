/** A request that `server/roles.test.ts` sends as a role, and the check of its effect. */
import type { Outcomes, Role } from './outcomes.fixture.ts'
import { ask } from '../app.fixture.ts'
import type { Answer } from '../app.fixture.ts'
import type { World } from './world.fixture.ts'

const api = '/api/v1'

/** A request of a role, and the check of its effect when it is allowed. */
export interface Attempt {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** A cookie that is sent in addition to the session's. */
  cookie?: string
  /** The status on success, if the route redirects. */
  done?: 302 | 303
  /** True for a GET that changes something, such as the callback of a consent page. */
  writes?: true
  /**
   * The tables that the request changes even when it is refused, because the route writes them before it asks a provider, which
   * refuses.
   */
  marks?: readonly string[]
  effect(answer: Answer): Promise<void> | void
}

/** A request about something that an account owns, and how its outcomes differ from those of the call's access. */
export interface OwnedRow {
  outcomes: Partial<Outcomes>
  request: (world: World, role: Role) => Attempt | Promise<Attempt>
}

/** Rows by the method and path of their call. A call with several has a row for each, named after ` | `. */
export type Rows = Record<string, OwnedRow>

/** The outcomes of what the creator owns, for another creator. */
export const owned: Partial<Outcomes> = { otherCreator: 404 }

/** Creates a row from the outcomes that ownership adds, and the request of a role. */
export const row = (outcomes: Partial<Outcomes>, request: OwnedRow['request']): OwnedRow => ({
  outcomes,
  request,
})

/** Prepares a GET whose response body is checked. */
export function get(path: string, check: (body: unknown) => void = () => {}): Attempt {
  return { method: 'GET', path: `${api}/${path}`, effect: ({ body }) => check(body) }
}

/** Prepares a POST. The caller adds the check of its effect. */
export function post(path: string, body: unknown): Attempt {
  return { method: 'POST', path: `${api}/${path}`, body, effect: () => {} }
}

/** Sends a request to the server at `url` with the session of a role. */
export async function sendAs(url: string, world: World, role: Role, attempt: Attempt): Promise<Answer> {
  const { method, path, body, headers } = attempt
  const cookie = [world.cookieOf(role), attempt.cookie].filter(Boolean).join('; ')
  return ask(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
    }),
  })
}
