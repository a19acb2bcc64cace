/**
 * Runs programs that read what strangers send, or draw pictures, in processes of their own, each for one task. A parser of a hostile
 * file blocks the event loop of its process, and can be stopped only with it. libvips also uses libuv's thread pool, which a process
 * needs for files and DNS (https://docs.libuv.org/en/stable/threadpool.html), and a process can neither time out nor stop what libvips
 * has started in it (https://github.com/lovell/sharp/issues/4257, https://github.com/lovell/sharp/issues/4486).
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { openPlaces, openQueue } from './task-queue.ts'

export interface TaskRules {
  /** How many processes run at once; further tasks wait in a queue. */
  atOnce: number
  /** How many tasks may be prepared, waiting or running at the same time: in total, and (`maxPerNetwork`) from one network. */
  max: number
  maxPerNetwork: number
  /** How many milliseconds a task may wait in the queue. */
  waitMs: number
  /** How many milliseconds a task's process may take before it is killed. */
  runMs: number
  /** The most megabytes of JavaScript values in a task's process, which dies when it needs more. Without it, Node's own limit. */
  heapMegabytes?: number
}

/** A file that a task reads while it arrives. */
export interface TaskStream<Part> {
  /** The file, which becomes the program's standard input. It is destroyed when the task ends earlier. */
  input: Readable
  /** Takes a part of the result. The program waits until it resolves; if it rejects, the task fails with that error. */
  take(part: Part): Promise<void>
}

export interface TaskProcesses<Task, Result, Part = never> {
  /**
   * Prepares a task, waits in the queue, and runs it in a new process. Throws what `prepare` and `stream` throw, AppError
   * `unavailable` when there are too many tasks, and TaskProcessError when the process dies or takes too long.
   */
  run(network: string, prepare: () => Promise<Task>, stream?: TaskStream<Part>): Promise<Result>
  /** Kills all running processes. */
  close(): void
}

/** Thrown when a task's process ended without a result. The message says how it ended, for the log. */
export class TaskProcessError extends Error {}

/** Returns a runner for the program at a path in this folder. The first task starts the first process. */
export function openTaskProcesses<Task extends object, Result, Part = never>(
  program: string,
  rules: TaskRules,
): TaskProcesses<Task, Result, Part> {
  const places = openPlaces(rules.max, rules.maxPerNetwork)
  const queue = openQueue(rules.atOnce, rules.waitMs)
  const running = new Set<ChildProcess>()
  return {
    async run(network, prepare, stream) {
      const leave = places.enter(network)
      try {
        const task = await prepare()
        await queue.take()
        try {
          return (await runOnce({ program, rules, running }, task, stream)) as Result
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

interface Runner {
  program: string
  rules: TaskRules
  running: Set<ChildProcess>
}

/** What a program sends: a part of its result, or all that is left of it. */
type Message<Part> = { part: Part } | { result: unknown }

async function runOnce<Part>(
  { program, rules, running }: Runner,
  task: object,
  stream: TaskStream<Part> | undefined,
): Promise<unknown> {
  const child = start(program, rules, stream !== undefined)
  running.add(child)
  let last = ''
  child.stderr?.on('data', (text: Buffer) => (last = (last + text.toString()).slice(-2000)))
  try {
    return await new Promise((done, fail) => {
      let outcome: { result: unknown } | { error: Error } | undefined
      const end = (reached: typeof outcome) => {
        outcome ??= reached
        child.kill('SIGKILL') // the process has nothing left to do, and an orderly exit would wait for the threads of libvips
      }
      const stop = (error: Error) => end({ error })
      child.on('message', (message: Message<Part>) => {
        if ('result' in message) end(message)
        else void stream?.take(message.part).then(() => send(child, {}), stop)
      })
      child.once('error', fail)
      child.once('close', (code, signal) => {
        if (!outcome)
          fail(new TaskProcessError(`${program} ended by ${signal ?? `code ${code}`}: ${last.trim()}`))
        else if ('error' in outcome) fail(outcome.error)
        else done(outcome.result)
      })
      send(child, task)
      if (stream) feed(child, stream.input, stop)
    })
  } finally {
    running.delete(child)
    stream?.input.destroy()
  }
}

/** Sends a message. An error while sending also ends the process, and its end is reported. */
function send(child: ChildProcess, message: object): void {
  child.send(message, () => {})
}

/** Passes a file to a process, and calls `stop` if the file breaks off, which the process must not take for its end. */
function feed(child: ChildProcess, input: Readable, stop: (error: Error) => void): void {
  finished(input, { writable: false }).catch(stop)
  input.pipe(child.stdin!).on('error', () => {}) // the process may end before it has read everything
}

/** Starts a process with a lower priority than this one, and without this one's environment variables, which contain keys. */
function start(program: string, { runMs, heapMegabytes }: TaskRules, hasInput: boolean): ChildProcess {
  const file = findProgram(program)
  const child = fork(file, {
    execArgv: [
      ...(file.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []),
      ...(heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`]),
    ],
    env: { MALLOC_ARENA_MAX: '2' }, // limits the memory that glibc's allocator wastes on fragmentation: https://sharp.pixelplumbing.com/performance
    serialization: 'advanced',
    stdio: [hasInput ? 'pipe' : 'ignore', 'ignore', 'pipe', 'ipc'],
    timeout: runMs,
    killSignal: 'SIGKILL',
  })
  const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL) // a greater number is a lower priority
  if (child.pid !== undefined) setPriority(child.pid, priority)
  return child
}

/**
 * Returns the path of a program: its source in `domain/`, or the file that `build/vite.server.config.ts` built from it, beside or above
 * this file.
 */
function findProgram(program: string): string {
  const built = `${program.split('/').at(-1)}.js`
  const files = [`../${program}.ts`, `./${built}`, `../${built}`].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  const found = files.find((file) => existsSync(file))
  if (found === undefined) throw new Error(`${program} is not there`)
  return found
}
