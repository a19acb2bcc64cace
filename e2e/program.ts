/** Programs of ours as processes of their own, and the sandbox's controls: what tests of the whole product stand on. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

export interface Process {
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>
  /** Starts it, unless it runs; resolves when it says that it is ready. */
  start(): Promise<void>
  /** Asks it to end, and waits for it. */
  stop(): Promise<void>
  /** Stops it in its tracks, as a machine under load does, and lets it go on. */
  freeze(): void
  thaw(): void
  /** Everything it has printed. */
  output(): string
}

/** Tells the sandbox what a person at a provider would do, or a fault; without a body it reads. */
export type Control = <T = unknown>(path: string, body?: unknown) => Promise<T>

/** The controls of a sandbox. */
export function controlsOf(sandboxUrl: string): Control {
  return async function control<T>(path: string, body?: unknown): Promise<T> {
    const answer = await fetch(sandboxUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<T>
  }
}

const patienceMs = 60_000

/** A built program; it has started when it prints what is `ready`. */
export function programOf(file: string, env: Record<string, string>, ready: RegExp): Process {
  let child: ChildProcess | undefined
  let printed = ''

  const findRunning = () => (child?.exitCode === null && child.signalCode === null ? child : undefined)

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = findRunning()
    if (!ending) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    await ended
  }

  return {
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => void findRunning()?.kill('SIGSTOP'),
    thaw: () => void findRunning()?.kill('SIGCONT'),
    output: () => printed,
    async start() {
      if (findRunning()) return
      const started = spawn(process.execPath, ['--enable-source-maps', file], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      await new Promise<void>((resolve, reject) => {
        const from = printed.length
        const fail = (how: string) => reject(new Error(`${file} ${how}:\n${printed.slice(from)}`))
        setTimeout(() => fail('is not ready'), patienceMs).unref()
        const hear = (chunk: Buffer) => {
          printed += chunk.toString()
          if (ready.test(printed.slice(from))) resolve()
        }
        started.stdout.on('data', hear)
        started.stderr.on('data', hear)
        started.once('exit', (code) => fail(`ended with ${code}`))
      })
    },
  }
}
