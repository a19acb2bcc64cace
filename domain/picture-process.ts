/**
 * Runs programs that decode or draw pictures in separate processes. libvips uses libuv's thread pool, which a process also needs
 * for files and DNS (https://docs.libuv.org/en/stable/threadpool.html). A process can neither time out nor stop work that libvips
 * has started in it (https://github.com/lovell/sharp/issues/4257, https://github.com/lovell/sharp/issues/4486).
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { openPlaces, openQueue } from './picture-queue.ts'

export interface PictureRules {
  /** How many processes run at once; further pictures wait in a queue. */
  atOnce: number
  /** How many pictures may be received, waiting or processed at the same time: in total, and (`maxPerNetwork`) from one network. */
  max: number
  maxPerNetwork: number
  /** How many milliseconds a picture may wait in the queue. */
  waitMs: number
  /** How many milliseconds a picture's process may take before it is killed. */
  runMs: number
}

export interface PictureProcesses<Task, Result> {
  /**
   * Prepares a task, waits in the queue, and runs it in a new process. Throws what `prepare` throws, AppError `unavailable` when
   * there are too many pictures, and PictureProcessError when the process dies or takes too long.
   */
  run(network: string, prepare: () => Promise<Task>): Promise<Result>
  /** Kills all running processes. */
  close(): void
}

/** Thrown when a picture's process ended without a result. The message says how it ended, for the log. */
export class PictureProcessError extends Error {}

/** Returns a runner for the program at a path in this folder. The first task starts the first process. */
export function openPictureProcesses<Task extends object, Result>(
  program: string,
  { atOnce, max, maxPerNetwork, waitMs, runMs }: PictureRules,
): PictureProcesses<Task, Result> {
  const places = openPlaces(max, maxPerNetwork)
  const queue = openQueue(atOnce, waitMs)
  const running = new Set<ChildProcess>()
  return {
    async run(network, prepare) {
      const leave = places.enter(network)
      try {
        const task = await prepare()
        await queue.take()
        try {
          return (await runOnce(program, task, runMs, running)) as Result
        } finally {
          queue.pass()
        }
      } finally {
        leave()
      }
    },
    close() {
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

async function runOnce(
  program: string,
  task: object,
  runMs: number,
  running: Set<ChildProcess>,
): Promise<unknown> {
  const child = start(program, runMs)
  running.add(child)
  let last = ''
  child.stderr?.on('data', (text: Buffer) => (last = (last + text.toString()).slice(-2000)))
  try {
    return await new Promise((done, fail) => {
      let response: { result: unknown } | undefined
      child.once('message', (message) => {
        response = message as { result: unknown }
        child.kill('SIGKILL') // the process has nothing left to do, and an orderly exit would wait for the threads of libvips
      })
      child.once('error', fail)
      child.once('close', (code, signal) => {
        if (response) done(response.result)
        else fail(new PictureProcessError(`${program} ended by ${signal ?? `code ${code}`}: ${last.trim()}`))
      })
      child.send(task, () => {}) // an error while sending also ends the process, and its end is reported
    })
  } finally {
    running.delete(child)
  }
}

/** Starts a process with a lower priority than this one, and without this one's environment variables, which contain keys. */
function start(program: string, timeout: number): ChildProcess {
  const file = findProgram(program)
  const child = fork(file, {
    execArgv: file.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [],
    env: { MALLOC_ARENA_MAX: '2' }, // limits the memory that glibc's allocator wastes on fragmentation: https://sharp.pixelplumbing.com/performance
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout,
    killSignal: 'SIGKILL',
  })
  const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL) // a greater number is a lower priority
  if (child.pid !== undefined) setPriority(child.pid, priority)
  return child
}

/**
 * Returns the path of a program: its source in this folder, or the file that `vite.server.config.ts` built from it, beside or above
 * this file.
 */
function findProgram(program: string): string {
  const built = `${program.split('/').at(-1)}.js`
  const files = [`./${program}.ts`, `./${built}`, `../${built}`].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  const found = files.find((file) => existsSync(file))
  if (found === undefined) throw new Error(`${program} is not there`)
  return found
}
