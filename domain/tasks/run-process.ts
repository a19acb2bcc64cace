/** Runs the server or the workers as a process of their own. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isAway } from '../../db/is-away.ts'
import { SetupError } from '../../db/setup-error.ts'
import { ConfigError } from '../config/config.ts'

/**
 * How many milliseconds closing may take. A supervisor may kill the process soon after stopping it (`docker stop` does so after ten
 * seconds). Sweeps then find the work that was not finished.
 */
const stopTimeoutMs = 9_000

export interface Running {
  log: Logger
  /** Lets others notice that this process is about to stop, while it goes on working; resolves when it may close. */
  drain?(): Promise<void>
  /** Finishes the work in progress and closes everything. */
  close(): Promise<void>
}

/**
 * Starts a process. If that fails, logs one sentence and exits with code 1. SIGTERM or SIGINT closes the process, within ten
 * seconds even if something does not respond.
 */
export function runProcess(start: () => Promise<Running>): void {
  start().then((running) => {
    let isStopping = false
    for (const signal of ['SIGTERM', 'SIGINT'])
      process.on(signal, () => {
        if (isStopping) return
        isStopping = true
        void stop(running)
      })
  }, fail)
}

async function stop({ log, drain, close }: Running): Promise<never> {
  await drain?.()
  const closed = close().then(() => true)
  const isClosed = await Promise.race([closed, sleep(stopTimeoutMs, false)]).catch(fail)
  if (!isClosed) log.warn('stopped before everything was closed')
  process.exit(0)
}

function fail(error: unknown): never {
  console.error(sentenceFor(error))
  process.exit(1)
}

/** Returns one sentence for an error that an operator can fix, and the stack for a bug. */
function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || error instanceof SetupError) return error.message
  const { code, port, syscall } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken: end what listens there, or set PORT.`
  if (isAway(error) && syscall !== 'listen')
    return 'Postgres does not respond at DATABASE_URL: start it, or correct the address.'
  return error.stack ?? error.message
}
