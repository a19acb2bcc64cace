/** The socket door: what a client says is parsed here with the contract's schema, or never gets in. */
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import { AppError } from '../../contract/errors.ts'

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

/** Lets a socket in once `greet` is through; a refusal carries the error's code as `data.code` and nothing else. */
export function greetWith<S>(
  greet: (socket: S) => Promise<void>,
  log: Logger,
): (socket: S, answer: (refusal?: Error) => void) => void {
  return (socket, answer) => {
    greet(socket).then(
      () => answer(),
      (error: unknown) => answer(refusalOf(error, log)),
    )
  }
}

function refusalOf(error: unknown, log: Logger): Error {
  const code = error instanceof AppError ? error.code : 'unavailable'
  if (!(error instanceof AppError)) log.error({ err: error }, 'a socket could not be greeted')
  return Object.assign(new Error(code), { data: { code } })
}
