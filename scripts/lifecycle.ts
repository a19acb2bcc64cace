/** Starts the services of a process one after the other and stops them in the opposite order. */
import { setTimeout as sleep } from 'node:timers/promises'
import { StoppedError } from './console.mjs'

export interface Services {
  /** Registers a started service, to be closed when the process ends; returns the service. */
  add<T extends Service>(name: string, service: T): T
}

interface Service {
  close(): Promise<void>
}

const closeTimeoutMs = 15_000

/**
 * Starts services, and closes them when the process gets a stop request. The exit code is 0 after a stop request, and 1 if a service could
 * not be started or closed. A second stop request ends the process at once.
 */
export function runServices(
  start: (services: Services) => Promise<void>,
  explain: (error: unknown) => string,
): void {
  const running: [string, Service][] = []
  let isStopping = false
  // Registered before anything starts, because a signal without a listener would end the process without closing anything.
  onStopRequest(() => {
    if (isStopping) process.exit(130)
    isStopping = true
    void end(0)
  })
  const started = start({
    add(name, service) {
      running.push([name, service])
      if (isStopping) throw new StoppedError('stopped while starting')
      return service
    },
  })

  async function end(code: number): Promise<void> {
    await started.catch(() => {}) // a failure to start is reported below
    process.exit((await closeAll(running.toReversed())) ? code : 1)
  }
  started.catch((error: unknown) => {
    if (isStopping) return
    console.error(explain(error))
    void end(1)
  })
}

/** Calls `stop` on a stop signal, and when the npm that started this process ends, because npm does not forward every signal. */
export function onStopRequest(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    stop()
  }, 500)
  timer.unref()
}

/** Closes every service, even if one fails to close. Returns false if one failed. */
async function closeAll(services: [string, Service][]): Promise<boolean> {
  let isClean = true
  for (const [name, service] of services) {
    await Promise.race([service.close(), failAfterTimeout()]).catch((error: Error) => {
      isClean = false
      console.error(`${name} did not close: ${error.message}`)
    })
  }
  return isClean
}

async function failAfterTimeout(): Promise<never> {
  await sleep(closeTimeoutMs, undefined, { ref: false })
  throw new Error(`not within ${closeTimeoutMs / 1000} s`)
}
