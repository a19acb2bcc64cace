/** Runs our built programs as processes, and controls the sandbox. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

export interface Program {
  /** Kills it with SIGKILL, as a power cut would. */
  kill(): Promise<void>
  /** Starts it unless it is running; resolves when it is ready. */
  start(): Promise<void>
  /** Ends it with SIGTERM and waits for its exit. */
  stop(): Promise<void>
  /** Suspends it with SIGSTOP, as an overloaded machine would. */
  freeze(): void
  thaw(): void
  /** Returns everything that it has printed. */
  output(): string
}

/** Sends a command to the sandbox: an action of a person at a provider, or a fault. Without a body it reads. */
export type Control = <T = unknown>(path: string, body?: unknown) => Promise<T>

/** Returns the control of the sandbox at `sandboxUrl`; it throws on an error status. */
export function openControl(sandboxUrl: string): Control {
  return (path, body) => fetchJson(sandboxUrl + path, body)
}

/** Sends a GET, or a POST when there is a body, and returns the parsed response; throws on an error status. */
export async function fetchJson<T>(url: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${response.status} ${await response.text()}`)
  return response.json() as Promise<T>
}

const startTimeoutMs = 60_000

/** Prepares a built program, which is ready once its output matches `ready`. */
export function openProgram(file: string, env: Record<string, string>, ready: RegExp): Program {
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
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => void findRunning()?.kill('SIGSTOP'),
    thaw: () => void findRunning()?.kill('SIGCONT'),
    output: () => output,
    async start() {
      if (findRunning()) return
      const started = spawn(process.execPath, ['--enable-source-maps', file], {
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
