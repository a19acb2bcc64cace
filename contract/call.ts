/** The definition of an HTTP call. The server mounts it, the web app calls it, and the OpenAPI document lists it. */
import * as z from 'zod/mini'
import { standardLimits } from './input-limits.ts'
import type { InputLimits } from './input-limits.ts'
import type { LimitName } from './limits.ts'
import type { ToolScope } from './tools/tool-scopes.ts'

/**
 * Who may make a call. `creator` is a signed-in account of type 1; `admin` is a signed-in account with that role. `moderator` is the
 * creator whose control panel the call names by `creatorUid`, or one of this creator's moderators.
 */
export type Access = 'public' | 'signed-in' | 'moderator' | 'creator' | 'admin'

type Schema = z.ZodMiniType

/** The input and output of a call, and its description. */
interface CallParts {
  /** One sentence for the OpenAPI document. */
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** How large the body may be, where it may be larger than `standardLimits`. */
  bodyLimits?: Partial<InputLimits>
  /** What the call costs us beyond the request itself, in one phrase, where it is not `usualCosts`. */
  costs?: string
  /** The limits that count the call or refuse it. A call with a `scope` also has its token's limit. */
  limits?: readonly LimitName[]
  /** The name of the file field, when the request is a multipart form. Such a call has no `body`. */
  file?: string
  /** The media type, if the call responds with a file instead of JSON. Such a call has no `response`. */
  download?: string
  /** The schema of the response. Without one, the call responds with an empty object. */
  response?: Schema
  /** Opens a call of creators to tools: an API token with this scope may make it. */
  scope?: ToolScope
}

export interface CallDefinition extends CallParts {
  method: 'GET' | 'POST'
  /** The path below `/api/v1/`, Express style: `paypal/capture-order/:orderId`. */
  path: string
  access: Access
  response: Schema
  /** How large the body may be. A call without a `body` reads none. */
  bodyLimits: InputLimits
}

const emptyObject = z.object({})

/** Declares calls that anybody may make. */
export const publicCall = callsOf('public')
/** Declares calls that every account may make. */
export const signedInCall = callsOf('signed-in')
/** Declares calls on a control panel, which the creator and the creator's moderators may make. The input has `creatorUid`. */
export const moderatorCall = callsOf('moderator')
/** Declares calls that only creators may make. */
export const creatorCall = callsOf('creator')
/** Declares calls that only admins may make. */
export const adminCall = callsOf('admin')

/** Declares calls that need this access, by method and path, and keeps the exact types of their schemas. */
function callsOf<const A extends Access>(access: A) {
  const declare =
    <const M extends CallDefinition['method']>(method: M) =>
    <const C extends CallParts>(path: string, parts: C) =>
      ({
        method,
        path,
        access,
        response: emptyObject,
        ...parts,
        bodyLimits: { ...standardLimits, ...parts.bodyLimits },
      }) as Declared<M, A, C>
  return { get: declare('GET'), post: declare('POST') }
}

type Declared<M, A, C> = C & { method: M; path: string; access: A; bodyLimits: InputLimits } & (C extends {
    response: Schema
  }
    ? unknown
    : { response: typeof emptyObject })

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export type Params<C extends CallDefinition> = Out<C['params']>
export type Query<C extends CallDefinition> = Out<C['query']>
export type Body<C extends CallDefinition> = Out<C['body']>
export type CallResponse<C extends CallDefinition> = z.output<C['response']>

/** The input of a call: the types of `params`, `query` and `body`, as far as its definition has them. */
export type CallInput<C extends CallDefinition> = {
  [K in 'params' | 'query' | 'body' as C[K] extends Schema ? K : never]: In<C[K]>
}
