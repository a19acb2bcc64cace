/** Mounts the contract's calls: requests and responses pass only through the schemas of their call. */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response, Router } from 'express'
import type * as z from 'zod/mini'
import type { Access, Body, CallDefinition, Params, Query } from '../../contract/call.ts'
import { defaultKey, toCheckText } from '../../contract/check-error.ts'
import { creatorAccountType } from '../../contract/entities.ts'
import type { CheckText } from '../../contract/error-text.ts'
import { AppError } from '../../contract/errors.ts'
import { needsConfirmation } from '../../contract/accounts/lasting-changes.ts'
import { findNoText } from '../../contract/text.ts'
import type { Viewer } from '../../domain/accounts/sessions.ts'
import { withLimits } from '../../domain/security/declared-limits.ts'
import { requireConfirmed, requireSecondFactor } from './confirmed.ts'
import { takeLimits } from './limit-requests.ts'
import { openBodyReader } from './read-body.ts'
import { hasChanged } from './recent-change.ts'
import { onceForTool } from './tool-access.ts'
import { viewerOf } from './viewer.ts'

/** The input of a handler. `res` is for headers and cookies only: the handler returns the response body. */
export interface HandlerInput<C extends CallDefinition> {
  params: Params<C>
  query: Query<C>
  body: Body<C>
  viewer: C['access'] extends 'public' ? Viewer | undefined : Viewer
  req: Request
  res: Response
}

/** The response of a handler: nothing when the contract declares none. */
export type Reply<C extends CallDefinition> =
  z.input<C['response']> extends Record<string, never> ? void : z.input<C['response']>

/**
 * Mounts a call: checks access and, where the call needs it, the confirmation, then reads and parses the request within the call's limits,
 * counts for the call's limits, runs the handler, and sends only what the response schema allows.
 */
export function handle<const C extends CallDefinition>(
  router: Router,
  call: C,
  run: (input: HandlerInput<C>) => Promise<Reply<C>>,
): void {
  const readBody = openBodyReader(call)
  router[call.method === 'GET' ? 'get' : 'post'](`/${call.path}`, async (req, res) => {
    const viewer = await admit(call, res)
    await readBody(req, res)
    const parts = parseParts(call, req)
    const respond = async () =>
      call.response.parse((await run({ ...parts, viewer, req, res } as HandlerInput<C>)) ?? {})
    res.json(await limited(call, req, viewer, () => onceForTool(req, res, respond)))
  })
}

/** A call that reads what anybody may see, and how to respond to it. */
export interface PublicRead {
  call: CallDefinition
  /**
   * Parses the query and returns the response, which may be a few seconds old unless `isCurrent`. Throws AppError `invalid_input`,
   * and what the read throws.
   */
  read(query: unknown, isCurrent?: boolean): Promise<unknown>
}

/** Defines a read for `handleReads` and for rendering pages, which pass through the same schemas. */
export function defineRead<const C extends CallDefinition & { access: 'public'; method: 'GET' }>(
  call: C,
  run: (query: Query<C>) => Promise<z.input<C['response']>>,
): PublicRead {
  return {
    call,
    read: async (query) =>
      call.response.parse(await run((call.query && parse(call.query, query)) as Query<C>)),
  }
}

/** Mounts the reads. */
export function handleReads(router: Router, reads: readonly PublicRead[]): void {
  for (const { call, read } of reads)
    router.get(`/${call.path}`, async (req, res) => {
      res.json(await limited(call, req, undefined, () => read(req.query, hasChanged(req))))
    })
}

/** A file to send. */
export interface Download {
  content: Readable
  /** The name under which the browser saves it. */
  name: string
  /** Left out when it is not known before the end. */
  bytes?: number
}

/** Mounts a call that responds with a file. It checks access and the request as `handle` does. */
export function handleDownload<const C extends CallDefinition & { download: string }>(
  router: Router,
  call: C,
  run: (input: HandlerInput<C>) => Promise<Download>,
): void {
  router.get(`/${call.path}`, async (req, res) => {
    const viewer = await admit(call, res)
    const parts = parseParts(call, req)
    const input = { ...parts, viewer, req, res } as HandlerInput<C>
    const { content, name, bytes } = await limited(call, req, viewer, () => run(input))
    res.attachment(name).type(call.download)
    if (bytes !== undefined) res.setHeader('Content-Length', bytes)
    await pipeline(content, res)
  })
}

/**
 * Returns the viewer of a request that may make the call, in a session that is confirmed where the call needs it. An admin has a second
 * factor.
 */
async function admit(call: CallDefinition, res: Response): Promise<Viewer | undefined> {
  const viewer = requireAccess(call.access, viewerOf(res))
  if (viewer && call.access === 'admin') await requireSecondFactor(res, viewer)
  if (viewer && needsConfirmation(call)) await requireConfirmed(res, viewer)
  return viewer
}

/** Counts a request for its call's limits, then runs it. Throws AppError `rate_limited`. */
function limited<T>(
  { method, path, limits = [] }: CallDefinition,
  req: Request,
  viewer: Viewer | undefined,
  run: () => Promise<T>,
): Promise<T> {
  return withLimits(`${method} ${path}`, limits, async () => {
    await takeLimits(req, limits, viewer?.uid)
    return run()
  })
}

function requireAccess(access: Access, viewer: Viewer | undefined): Viewer | undefined {
  if (access === 'public') return viewer
  if (!viewer) throw new AppError('unauthenticated')
  if (!isAllowed(access, viewer)) throw new AppError('forbidden')
  return viewer
}

function isAllowed(access: Exclude<Access, 'public'>, { accountType, role }: Viewer): boolean {
  switch (access) {
    case 'signed-in':
    case 'moderator': // `handlePanel` checks whose panel it is
      return true
    case 'creator':
      return accountType === creatorAccountType
    case 'admin':
      return role === 'admin'
  }
}

function parseParts(call: CallDefinition, req: Request) {
  return {
    params: call.params && parse(call.params, req.params),
    query: call.query && parse(call.query, req.query),
    body: call.body && parse(call.body, req.body),
  }
}

/** Parses input with a schema of the contract. Throws AppError `invalid_input` or `invalid_amount`. */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value ?? {}, { error: defaultKey })
  if (parsed.success) return withTextsOnly(parsed.data)
  const fields = toFields(parsed.error.issues)
  throw new AppError('amount' in fields ? 'invalid_amount' : 'invalid_input', { fields })
}

/** Returns parsed input. Throws AppError `invalid_input` if a string of it has characters that no text contains. */
function withTextsOnly<T>(data: T): T {
  const field = findNoText(data)
  if (!field) return data
  throw new AppError('invalid_input', { fields: field.length > 0 ? { [field.join('.')]: 'invalid' } : {} })
}

/** Returns the text of the first issue of each field, by its path. What is wrong with the whole has no field. */
function toFields(issues: readonly z.core.$ZodIssue[]): Record<string, CheckText> {
  const fields: Record<string, CheckText> = {}
  for (const { path, text } of issues.flatMap((issue) => toFieldIssues(issue))) {
    if (path !== '') fields[path] ??= text
  }
  return fields
}

interface FieldIssue {
  path: string
  text: CheckText
}

/** Returns an issue by the fields that it is about. Of a union's alternatives that is the one with the fewest issues. */
function toFieldIssues(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): FieldIssue[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union') {
    const [closest = []] = issue.errors.toSorted((a, b) => a.length - b.length)
    if (closest.length > 0) return closest.flatMap((inner) => toFieldIssues(inner, path))
  }
  const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path]
  return paths.map((one) => ({ path: one.join('.'), text: toCheckText(issue) }))
}
