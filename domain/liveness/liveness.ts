/**
 * Liveness: whether a process could go on, or has to be started again. It says nothing of Postgres, Redis or providers, which all
 * processes share: while one of them is away, starting processes again would only add to the trouble.
 * https://kubernetes.io/docs/concepts/workloads/pods/probes/
 */
import inspector from 'node:inspector'
import type { Logger } from 'pino'
import { keepThread } from './keep-thread.ts'
import type { Answer, ThreadData } from './keep-thread.ts'

/** Resolves to true while something of this process does not work although a new process's would. Never rejects. */
export type Check = () => Promise<boolean>

export interface LivenessOptions {
  host: string
  /** Where `/livez` answers; undefined: nowhere, and the process still ends itself. 0 takes any free port. */
  port: number | undefined
  log: Logger
  /** What is checked, by the reason that `/livez` gives. */
  checks: Readonly<Record<string, Check>>
  /** What else the port answers, by path. */
  answers?: Readonly<Record<string, () => Promise<Answer>>>
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

/** Starts watching this process. Rejects when the port is taken. */
export async function startLiveness(options: LivenessOptions): Promise<{ close(): Promise<void> }> {
  const { log, checks, answers = {}, timing = usualTiming } = options
  const { tickMs } = timing
  const workerData = toThreadData(options, timing)
  const state = new Int32Array(workerData.beats)
  const end = () => {
    const reason = workerData.reasons[Atomics.load(state, 1) - 1]
    log.fatal({ reason }, 'not live for too long: ending to be restarted')
    process.exit(1)
  }
  const beat = () => {
    Atomics.add(state, 0, 1)
    Atomics.store(state, 2, inspector.url() === undefined ? 0 : 1)
  }
  beat()
  const thread = await keepThread(workerData, { log, answers, end })
  const beating = setInterval(beat, tickMs / 2)
  const stopChecking = startChecking(Object.values(checks), tickMs, (first) => Atomics.store(state, 1, first))
  return {
    async close() {
      clearInterval(beating)
      stopChecking()
      await thread.close()
    },
  }
}

function toThreadData({ host, port, checks, answers = {} }: LivenessOptions, timing: Timing): ThreadData {
  const { tickMs, failAfterMs, endAfterMs } = timing
  const ticks = (milliseconds: number) => Math.ceil(milliseconds / tickMs)
  return {
    beats: new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT),
    host,
    port,
    reasons: Object.keys(checks),
    paths: Object.keys(answers),
    tickMs,
    failAfter: ticks(failAfterMs),
    endAfter: ticks(endAfterMs),
  }
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
