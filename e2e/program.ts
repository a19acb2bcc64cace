/** Runs our built programs as processes, and sends requests to them. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

export type Program = ReturnType<typeof openProgram>

/** Longer than the product takes for a request while anything that it needs is silent. */
const requestTimeoutMs = 60_000

/** Sends a POST if there is a body, otherwise a GET, and returns the parsed response. Throws on an error status. */
export async function fetchJson<T>(
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${response.status} ${await response.text()}`)
  return response.json() as Promise<T>
}

const startTimeoutMs = 180_000

/**
 * Prepares a built program without starting it. It is ready once its output matches `ready`. `node` is the Node that runs it, by default
 * the one of the tests.
 */
export function openProgram(
  file: string,
  env: Record<string, string>,
  ready: RegExp,
  node: string = process.execPath,
) {
  let child: ChildProcess | undefined
  let output = ''

  const findRunning = () => (child?.exitCode === null && child.signalCode === null ? child : undefined)

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = findRunning()
    if (!running) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await ended
  }

  return {
    /** Kills the program without notice, as a power cut would. */
    kill: () => end('SIGKILL'),
    /** Asks the program to stop, and waits for its exit. */
    stop: () => end('SIGTERM'),
    /** Suspends the program, as an overloaded machine would. */
    freeze: () => void findRunning()?.kill('SIGSTOP'),
    thaw: () => void findRunning()?.kill('SIGCONT'),
    isRunning: () => findRunning() !== undefined,
    /** The id of the running process; undefined if there is none. */
    pid: () => findRunning()?.pid,
    output: () => output,
    /** Starts the program unless it is running; resolves once it is ready. */
    async start(): Promise<void> {
      if (findRunning()) return
      const started = spawn(node, ['--enable-source-maps', file], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      await new Promise<void>((resolve, reject) => {
        const from = output.length
        const fail = (reason: string) => reject(new Error(`${file} ${reason}:\n${output.slice(from)}`))
        setTimeout(() => fail('is not ready'), startTimeoutMs).unref()
        const read = (chunk: Buffer) => {
          output += chunk.toString()
          if (ready.test(output.slice(from))) resolve()
        }
        started.stdout.on('data', read)
        started.stderr.on('data', read)
        started.once('exit', (code) => fail(`ended with ${code}`))
      })
    },
  }
}
