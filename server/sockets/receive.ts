/** The entry point for data from sockets, which is within the limits of messages and parsed with the contract's schema, or ignored. */
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import { AppError } from '../../contract/errors.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { isWithin, messageLimits } from '../../contract/input-limits.ts'
import { findNoText } from '../../contract/text.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import type { Connection } from './context.ts'

/** Parses what a client sends when it connects. Throws AppError `invalid_input`. */
export function parseHello<S extends z.ZodMiniType>(schema: S, hello: unknown): z.output<S> {
  const parsed = parseMessage(schema, hello)
  if (!parsed) throw new AppError('invalid_input')
  return parsed.data
}

/**
 * Makes a listener that passes valid data to the handler and drops the rest. It resolves when the handler has ended; a handler that
 * rejects is logged.
 */
export function receive<S extends z.ZodMiniType>(
  schema: S,
  handler: (data: z.output<S>) => Promise<void>,
  log: Logger,
): (data: unknown) => Promise<void> {
  return async (data) => {
    const parsed = parseMessage(schema, data)
    if (!parsed) return
    await handler(parsed.data).catch((error: unknown) => log.error({ err: error }, 'a socket event failed'))
  }
}

/** Returns the parsed message; undefined if it is invalid, or larger than a message may be, which no schema sees. */
export function parseMessage<S extends z.ZodMiniType>(
  schema: S,
  message: unknown,
): { data: z.output<S> } | undefined {
  if (!isWithin(message, messageLimits)) return undefined
  const parsed = schema.safeParse(message)
  return parsed.success && !findNoText(parsed.data) ? parsed : undefined
}

/**
 * Returns a middleware of a namespace, which accepts a socket once `open` has resolved. If it rejects, the client gets only the
 * error's code, as `data.code`. A connection is refused and closed if its network is over the limit, or if it has already joined
 * a socket, even one that has left since.
 */
export function connectWith<S extends { conn: Connection }>(
  open: (socket: S) => Promise<void>,
  { connections, log }: { connections: ConnectionLimit; log: Logger },
): (socket: S, answer: (refusal?: Error) => void) => void {
  const used = new WeakSet<Connection>()
  return (socket, answer) => {
    const { conn } = socket
    if (connections.isOverLimit(conn)) return refuseAndClose(conn, answer, 'rate_limited')
    if (used.has(conn)) return refuseAndClose(conn, answer, 'invalid_input')
    used.add(conn)
    open(socket).then(
      () => {
        releaseRequest(conn)
        answer()
      },
      (error: unknown) => {
        used.delete(conn)
        answer(refusalOf(error, log))
      },
    )
  }
}

/**
 * Releases the HTTP request that opened a connection, which is a third of the connection's memory and otherwise kept until it
 * closes. We have read the address and headers by now, and Socket.IO does not need it
 * (https://socket.io/docs/v4/performance-tuning/#memory-usage).
 */
function releaseRequest(conn: Connection): void {
  Object.assign(conn, { request: undefined })
}

/** Refuses a socket, and closes its connection in the next tick, after Socket.IO has written the refusal. */
function refuseAndClose(conn: Connection, answer: (refusal: Error) => void, code: ErrorCode): void {
  answer(refusal(code))
  setImmediate(() => conn.close())
}

function refusalOf(error: unknown, log: Logger): Error {
  if (error instanceof AppError) return refusal(error.code)
  log.error({ err: error }, 'a socket could not be connected')
  return refusal('unavailable')
}

function refusal(code: ErrorCode): Error {
  return Object.assign(new Error(code), { data: { code } })
}
