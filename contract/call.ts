/** What an HTTP call is: one value that the server mounts, the web app calls and the OpenAPI document lists. */
import type * as z from 'zod/mini'

/** Who may make a call. `creator` is a signed-in account of type 1; `admin` has the role of that name. */
export type Access = 'public' | 'signed-in' | 'creator' | 'admin'

type Schema = z.ZodMiniType

export interface CallDefinition {
  method: 'GET' | 'POST'
  /** Below `/api/v1/`, Express style: `paypal/capture-order/:orderId`. */
  path: string
  access: Access
  /** One sentence for the OpenAPI document. */
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** The field of a multipart form that carries a file; such a call has no `body`. */
  file?: string
  /** The media type of a file that is the answer, in place of JSON; such a call's `response` is that of nothing. */
  download?: string
  response: Schema
}

/** Declares a call and keeps its exact types. */
export function defineCall<const C extends CallDefinition>(call: C): C {
  return call
}

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export type Params<C extends CallDefinition> = Out<C['params']>
export type Query<C extends CallDefinition> = Out<C['query']>
export type Body<C extends CallDefinition> = Out<C['body']>
export type CallResponse<C extends CallDefinition> = z.output<C['response']>

/** What a caller hands over: only the parts the call has. */
export type CallInput<C extends CallDefinition> = {
  [K in 'params' | 'query' | 'body' as C[K] extends Schema ? K : never]: In<C[K]>
}
