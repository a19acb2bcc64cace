/**
 * Lets creators' tools make the calls that name a scope (docs/api.md). A request with an API token is known by it alone: its cookies
 * are ignored, and pages of any site may send it, because a browser never adds a token by itself.
 */
import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { toolCalls } from '../../contract/calls.ts'
import type { ToolCall } from '../../contract/calls.ts'
import { AppError } from '../../contract/errors.ts'
import { openApiToken, requireScope } from '../../domain/tools/api-tokens.ts'
import { repeatWrite } from '../../domain/tools/repeat-write.ts'
import type { AppContext } from '../context.ts'
import { setToolViewer } from './viewer.ts'

type ToolContext = Pick<AppContext, 'db' | 'accountLimits'>

/** How long, in seconds, a browser may remember that it may send a call. */
const preflightSeconds = 86_400

/**
 * Admits tools to their calls, responds to the browsers' questions whether they may send one, and refuses tokens everywhere else.
 * Throws AppError `token_refused`, `scope_missing`, `rate_limited`, or `forbidden` for a call that is not open to tools.
 */
export function admitTools(ctx: ToolContext): RequestHandler {
  const calls = toolCalls.map((call) => ({ ...call, pattern: patternOf(call) }))
  return async (req, res, next) => {
    const own = calls.filter(({ pattern }) => pattern.test(req.path))
    if (req.method === 'OPTIONS' && own.length > 0) return answerPreflight(res)
    const text = bearerOf(req)
    if (text === undefined) return next()
    const method = req.method === 'HEAD' ? 'GET' : req.method
    const call = own.find((one) => one.method === method)
    if (!call) throw new AppError('forbidden')
    await admit(ctx, call, text, req, res)
    next()
  }
}

/** The token that a tool has used, with the name that its creator has given it. */
export interface Tool {
  id: string
  name: string
}

/** Returns the token that has admitted a request; undefined if it is not a tool's. */
export function toolOf(res: Response): Tool | undefined {
  return res.locals['tool'] as Tool | undefined
}

/** Returns the id of what a write adds: the same in each attempt with one `Idempotency-Key`, otherwise a new one. */
export function writeIdOf(res: Response): string {
  return (res.locals['writeId'] as string | undefined) ?? randomUUID()
}

/** Makes a write once for its `Idempotency-Key`, if the request is a tool's and has one. */
export function onceForTool(req: Request, res: Response, write: () => Promise<unknown>): Promise<unknown> {
  const repeat = res.locals['repeat'] as ((write: () => Promise<unknown>) => Promise<unknown>) | undefined
  return repeat && req.method === 'POST' ? repeat(write) : write()
}

function answerPreflight(res: Response): void {
  res
    .set({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': String(preflightSeconds),
    })
    .status(204)
    .end()
}

async function admit(
  { db, accountLimits }: ToolContext,
  { scope }: ToolCall,
  text: string,
  req: Request,
  res: Response,
): Promise<void> {
  res.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After' })
  const token = await openApiToken(db, text).catch((error: unknown) => {
    res.set('WWW-Authenticate', 'Bearer error="invalid_token"') // RFC 6750, section 3
    throw error
  })
  await accountLimits.take('tool', token.id)
  requireScope(token, scope)
  setToolViewer(res, token.viewer)
  res.locals['tool'] = { id: token.id, name: token.name } satisfies Tool
  const key = req.get('idempotency-key')
  if (key === undefined) return
  res.locals['repeat'] = (write: () => Promise<unknown>) =>
    repeatWrite(db, { tokenId: token.id, key, request: [req.path, req.body] }, (writeId) => {
      res.locals['writeId'] = writeId
      return write()
    })
}

/** Returns what matches the path of a call. The route itself also takes other spellings, for which no token is admitted. */
function patternOf({ path }: ToolCall): RegExp {
  return new RegExp(`^/${path.replace(/:\w+/g, '[^/]+')}$`)
}

/** Returns the token of an `Authorization: Bearer` header; undefined without such a header. */
function bearerOf(req: Request): string | undefined {
  return /^bearer +(.*)$/i.exec(req.get('authorization') ?? '')?.[1]
}
