/**
 * Liveness: whether this process works, or a supervisor has to restart it. Liveness does not depend on Postgres, Redis or
 * providers, which all processes share: while one of them is down, restarts would only make matters worse.
 * https://kubernetes.io/docs/concepts/workloads/pods/probes/
 */
import inspector from 'node:inspector'
import type { Logger } from 'pino'
import { keepThread } from './keep-thread.ts'
import type { Answer, ThreadData } from './keep-thread.ts'

/** Resolves to true while something is broken that a new process would not have. Never rejects. */
export type Check = () => Promise<boolean>

export interface LivenessOptions {
  host: string
  /**
   * The port that serves `/livez`; 0 takes any free port. Without a port, nothing is served, but the process still ends itself when
   * it is stuck.
   */
  port: number | undefined
  log: Logger
  /** The checks to run. Their keys are the reasons that `/livez` gives. */
  checks: Readonly<Record<string, Check>>
  /** The other responses of the port, by path. */
  answers?: Readonly<Record<string, () => Promise<Answer>>>
  timing?: Timing
}

/** Times in milliseconds. A check or the event loop must fail for this whole time. */
interface Timing {
  tickMs: number
  /** After this time `/livez` responds with 503. */
  failAfterMs: number
  /** After this time the process ends itself, because Docker Compose restarts processes that have ended, but not unhealthy ones. */
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

/** Runs the checks repeatedly, and calls `note` with the number of the first failing check: from 1, or 0 if none fails. */
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
