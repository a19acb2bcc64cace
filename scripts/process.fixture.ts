/** Processes that a test starts, reads and stops. */
import { spawn } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'

/** Starts a program and collects its output. It is killed after the test if it is still running. */
export function startProcess([program, ...args]: string[], options: SpawnOptions) {
  const child = spawn(program!, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    child,
    output: () => output,
    /** Resolves with the exit code once the program has ended. */
    ended,
    /** Waits until the output matches and returns the match. */
    async waitFor(pattern: RegExp): Promise<RegExpExecArray> {
      await expect.poll(() => output, { timeout: 120_000 }).toMatch(pattern)
      return pattern.exec(output)!
    },
  }
}

/** Starts a process that runs the given code as an ES module, which may import TypeScript. */
export function startModule(code: string, env: NodeJS.ProcessEnv = {}) {
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', code]
  const options = { env: { ...process.env, npm_lifecycle_event: '', ...env } }
  return startProcess([process.execPath, ...args], options)
}

/** Runs a program with these lines on stdin; returns its exit code and what it has printed. */
export async function runWithLines(
  [program, ...args]: readonly string[],
  lines: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program!, args, { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.on('error', () => {}).end(lines.map((line) => `${line}\n`).join(''))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
