/**
 * Runs programs that decode or draw pictures in processes of their own. libvips runs on libuv's thread pool, which a whole process
 * shares with its files and look-ups (https://docs.libuv.org/en/stable/threadpool.html), and what it has begun can neither be
 * timed out nor stopped there (https://github.com/lovell/sharp/issues/4257, https://github.com/lovell/sharp/issues/4486).
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { openPlaces, openQueue } from './picture-queue.ts'

export interface PictureRules {
  /** How many processes run at once; further pictures wait for their turn. */
  atOnce: number
  /** How many pictures may be received, waiting or in work, for everybody and for one network. */
  max: number
  maxPerNetwork: number
  /** How long a picture waits for its turn, in milliseconds. */
  waitMs: number
  /** How long its process may take, in milliseconds; then it is killed. */
  runMs: number
}

export interface PictureProcesses<Task, Result> {
  /**
   * Prepares a task and, when its turn comes, runs it in a new process. Throws what `prepare` throws, AppError `unavailable`
   * when there are too many, and PictureProcessError when the process dies or takes too long.
   */
  run(network: string, prepare: () => Promise<Task>): Promise<Result>
  /** Kills the processes that run. */
  close(): void
}

/** The process of a picture ended without a result; the message says how, for the log. */
export class PictureProcessError extends Error {}

/** Opens the processes of a program, named by its path in this folder. None is started before it is needed. */
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
        child.kill('SIGKILL') // nothing is left to do, and an orderly exit would wait for the threads of libvips
      })
      child.once('error', fail)
      child.once('close', (code, signal) => {
        if (response) done(response.result)
        else fail(new PictureProcessError(`${program} ended by ${signal ?? `code ${code}`}: ${last.trim()}`))
      })
      child.send(task, () => {}) // a failure to send also ends the process, and is reported by that
    })
  } finally {
    running.delete(child)
  }
}

/** Starts a process below the priority of this one, and without its environment, which contains keys. */
function start(program: string, timeout: number): ChildProcess {
  const file = findProgram(program)
  const child = fork(file, {
    execArgv: file.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [],
    env: { MALLOC_ARENA_MAX: '2' }, // https://sharp.pixelplumbing.com/performance
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout,
    killSignal: 'SIGKILL',
  })
  const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL) // greater is lower
  if (child.pid !== undefined) setPriority(child.pid, priority)
  return child
}

/** Finds a program: its source in this folder, or, beside or above this file, what `vite.server.config.ts` built of it. */
function findProgram(program: string): string {
  const built = `${program.split('/').at(-1)}.js`
  const files = [`./${program}.ts`, `./${built}`, `../${built}`].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  const found = files.find((file) => existsSync(file))
  if (found === undefined) throw new Error(`${program} is not there`)
  return found
}
