/** Starts the thread that watches this process for a stuck event loop, and starts another one whenever it ends. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { findScript } from '../../db/find-script.ts'

/** A response of the liveness port. */
export interface Answer {
  status: number
  /** The value of the header Content-Type. */
  type: string
  body: string
}

/**
 * The settings of the thread. `beats` is shared memory with three numbers: a counter that the main thread increases, the number of
 * the first failing check (from 1; 0 for none), and whether a debugger is attached.
 */
export interface ThreadData {
  beats: SharedArrayBuffer
  host: string
  port: number | undefined
  reasons: string[]
  /** The paths whose requests the thread passes to the main thread. */
  paths: string[]
  tickMs: number
  /** `/livez` responds with 503 after `failAfter` failing ticks, and the process ends after `endAfter`. */
  failAfter: number
  endAfter: number
}

interface Owner {
  log: Logger
  /** For each path that the main thread serves, the function that produces the response. */
  answers: Readonly<Record<string, () => Promise<Answer>>>
  /** Ends this process. */
  end(): void
}

/**
 * A message from the thread: it listens (`ready`), this process has to end (`end`), it cannot listen (`error`), or it passes on a
 * request for `path`.
 */
type Message = 'ready' | 'end' | { error: Error } | { id: number; path: string }

/** Starts the thread. Resolves when it listens, and rejects when it cannot. */
export async function keepThread(workerData: ThreadData, owner: Owner): Promise<{ close(): Promise<void> }> {
  let isClosed = false
  let thread = await start(workerData, owner, onEnd)

  function onEnd(): void {
    if (isClosed) return
    owner.log.error('the thread that watches this process has ended: starting it again')
    void restart()
  }

  async function restart(): Promise<void> {
    for (;;) {
      await sleep(workerData.tickMs, undefined, { ref: false })
      if (isClosed) return
      try {
        thread = await start(workerData, owner, onEnd)
        return
      } catch (error) {
        owner.log.error({ reason: (error as Error).message }, 'the thread cannot be started')
      }
    }
  }

  return {
    async close() {
      isClosed = true
      await thread.terminate()
    },
  }
}

/** Starts the thread, and resolves when it listens. `onEnd` is called if it ends after that. */
async function start(workerData: ThreadData, { answers, end }: Owner, onEnd: () => void): Promise<Worker> {
  const thread = new Worker(findScript(import.meta.url, 'liveness-thread'), { workerData })
  await new Promise<void>((resolve, reject) => {
    thread.on('error', reject)
    thread.once('exit', () => reject(new Error('it has ended')))
    thread.on('message', (message: Message) => {
      if (message === 'ready') return resolve()
      if (message === 'end') return end()
      if ('error' in message) return reject(message.error)
      void answers[message.path]?.().then((answer) => thread.postMessage({ id: message.id, answer }))
    })
  }).catch(async (error: unknown) => {
    await thread.terminate()
    throw error
  })
  thread.once('exit', onEnd)
  thread.unref()
  return thread
}
