/** The definition of an HTTP call: the server mounts it, the web app calls it and the OpenAPI document lists it. */
import type * as z from 'zod/mini'

/** Who may make a call. `creator` is a signed-in account of type 1; `admin` is an account with that role. */
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
  /** The name of the file field, when the request is a multipart form. Such a call has no `body`. */
  file?: string
  /** The media type, when the call responds with a file in place of JSON. Its `response` is then an empty object. */
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

/** The input of a call: the parts that its definition has. */
export type CallInput<C extends CallDefinition> = {
  [K in 'params' | 'query' | 'body' as C[K] extends Schema ? K : never]: In<C[K]>
}
