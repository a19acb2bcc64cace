/**
 * Liveness: whether a process could go on, or has to be started again. It says nothing of Postgres, Redis or providers, which all
 * processes share: while one of them is away, starting processes again would only add to the trouble.
 * https://kubernetes.io/docs/concepts/workloads/pods/probes/
 */
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { findScript } from '../../db/find-script.ts'

/** Resolves to true while something of this process does not work although a new process's would. Never rejects. */
export type Check = () => Promise<boolean>

export interface LivenessOptions {
  host: string
  /** Where `/livez` answers; undefined: nowhere, and the process still ends itself. 0 takes any free port. */
  port: number | undefined
  log: Logger
  /** What is checked, by the reason that `/livez` gives. */
  checks: Readonly<Record<string, Check>>
  timing?: Timing
}

/** In milliseconds; what fails does so all that time. */
interface Timing {
  tickMs: number
  /** `/livez` answers 503. */
  failAfterMs: number
  /** The process ends itself: Compose restarts what has ended, but not what is unhealthy. */
  endAfterMs: number
}

const usualTiming: Timing = { tickMs: 1_000, failAfterMs: 15_000, endAfterMs: 60_000 }

/** What the thread is given. `beats` has two numbers: one that the main thread counts up, and the first check that fails, from 1. */
export interface ThreadData {
  beats: SharedArrayBuffer
  host: string
  port: number | undefined
  reasons: string[]
  tickMs: number
  /** In ticks. */
  failAfter: number
  endAfter: number
}

/** Starts watching this process. Rejects when the port is taken. */
export async function startLiveness(options: LivenessOptions): Promise<{ close(): Promise<void> }> {
  const { host, port, log, checks, timing = usualTiming } = options
  const { tickMs, failAfterMs, endAfterMs } = timing
  const beats = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
  const state = new Int32Array(beats)
  const reasons = Object.keys(checks)
  const ticks = (milliseconds: number) => Math.ceil(milliseconds / tickMs)
  const workerData: ThreadData = {
    beats,
    host,
    port,
    reasons,
    tickMs,
    failAfter: ticks(failAfterMs),
    endAfter: ticks(endAfterMs),
  }
  const thread = new Worker(findScript(import.meta.url, 'liveness-thread'), { workerData })
  const isReady = listenTo(thread, () => {
    log.fatal(
      { reason: reasons[Atomics.load(state, 1) - 1] },
      'not live for too long: ending to be restarted',
    )
    process.exit(1)
  })
  await isReady
  thread.unref()
  const beat = setInterval(() => void Atomics.add(state, 0, 1), tickMs / 2)
  const stopChecking = startChecking(Object.values(checks), tickMs, (first) => Atomics.store(state, 1, first))
  return {
    async close() {
      clearInterval(beat)
      stopChecking()
      await thread.terminate()
    },
  }
}

/** Resolves when the thread answers; rejects when it cannot. */
function listenTo(thread: Worker, onEnd: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    thread.once('error', reject)
    thread.on('message', (message: 'ready' | 'end' | { error: Error }) => {
      if (message === 'ready') return resolve()
      if (message === 'end') return onEnd()
      reject(message.error)
    })
  })
}

/** Runs the checks again and again, and notes the number of the first that fails, from 1, or 0. */
function startChecking(checks: readonly Check[], everyMs: number, note: (first: number) => void): () => void {
  let isRunning = false
  async function check(): Promise<void> {
    if (isRunning) return
    isRunning = true
    const failed = await Promise.all(checks.map((each) => each()))
    note(failed.indexOf(true) + 1)
    isRunning = false
  }
  const timer = setInterval(() => void check(), everyMs)
  return () => clearInterval(timer)
}
