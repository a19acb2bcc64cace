/** The socket door: what a client says is parsed here with the contract's schema, or never gets in. */
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import { AppError } from '../../contract/errors.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { AddressLimit, Connection } from './address-limit.ts'

/** Parses what a client says of itself when it connects. Throws AppError `invalid_input`. */
export function receiveHello<S extends z.ZodMiniType>(schema: S, hello: unknown): z.output<S> {
  const parsed = schema.safeParse(hello)
  if (!parsed.success) throw new AppError('invalid_input')
  return parsed.data
}

/** A listener that hands on what the schema accepts and drops anything else; a failure is logged and stays inside. */
export function receive<S extends z.ZodMiniType>(
  schema: S,
  handler: (data: z.output<S>) => Promise<void>,
  log: Logger,
): (data: unknown) => void {
  return (data) => {
    const parsed = schema.safeParse(data)
    if (!parsed.success) return
    handler(parsed.data).catch((error: unknown) => log.error({ err: error }, 'a socket event failed'))
  }
}

/** What a door needs to see of a socket. */
export interface Caller {
  conn: Connection
}

/**
 * Lets a socket in once `greet` is through; a refusal carries the error's code as `data.code` and nothing else. A connection
 * that is one too many from its address, or that asks for a second socket, even after the first, is refused and closed.
 */
export function greetWith<S extends Caller>(
  greet: (socket: S) => Promise<void>,
  { addresses, log }: { addresses: AddressLimit; log: Logger },
): (socket: S, answer: (refusal?: Error) => void) => void {
  const greeted = new WeakSet<Connection>()
  return (socket, answer) => {
    const { conn } = socket
    if (addresses.isOver(conn)) return sendAway(conn, answer, 'rate_limited')
    if (greeted.has(conn)) return sendAway(conn, answer, 'invalid_input')
    greeted.add(conn)
    greet(socket).then(
      () => {
        forgetRequest(conn)
        answer()
      },
      (error: unknown) => {
        greeted.delete(conn)
        answer(refusalOf(error, log))
      },
    )
  }
}

/**
 * A connection would keep the HTTP request that opened it for as long as it lives, which is a third of its memory. Its address
 * and its headers are known by now, and Socket.IO does without (https://socket.io/docs/v4/performance-tuning/#memory-usage).
 */
function forgetRequest(conn: Connection): void {
  Object.assign(conn, { request: undefined })
}

/** The refusal is written in the next tick, and closing lets it out first. */
function sendAway(conn: Connection, answer: (refusal: Error) => void, code: ErrorCode): void {
  answer(refusal(code))
  setImmediate(() => conn.close())
}

function refusalOf(error: unknown, log: Logger): Error {
  const code = error instanceof AppError ? error.code : 'unavailable'
  if (!(error instanceof AppError)) log.error({ err: error }, 'a socket could not be greeted')
  return refusal(code)
}

function refusal(code: ErrorCode): Error {
  return Object.assign(new Error(code), { data: { code } })
}
