/** Child processes of a benchmark. All of them end with it, also when it fails or is stopped. */
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { promisify } from 'node:util'
import { onCleanup } from './cleanup.ts'

const children = new Set<ChildProcess>()
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')))

/** Starts Node with `args` and resolves when its output first matches `ready`; `cleanUp` ends it. */
export async function startNode(
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  register(child)
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`${args.join(' ')} ended with ${code} before it was ready`)),
    )
    child.stdout.on('data', (chunk: Buffer) => {
      if (ready.test(chunk.toString())) resolve()
    })
  })
  child.stdout.removeAllListeners('data').on('data', printErrors)
  return child
}

/** Runs a program to its end and returns what it printed; `cleanUp` ends it early. */
export async function runProgram(file: string, args: string[]): Promise<string> {
  const running = promisify(execFile)(file, args)
  register(running.child)
  return (await running).stdout
}

function register(child: ChildProcess): void {
  children.add(child)
  child.once('exit', () => children.delete(child))
  onCleanup(() => endProcess(child))
}

/** Prints the error lines of a child's log, because they explain a missing figure. */
function printErrors(chunk: Buffer): void {
  for (const line of chunk.toString().split('\n')) if (line.includes('"level":50')) console.error(line)
}

/** Returns the ids of the children that are running. */
export function childPids(): number[] {
  return [...children].map((child) => child.pid!)
}

/** Ends one child and waits for its exit. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (!children.has(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Returns the resident memory of a process in KB. */
export async function residentKb(pid: number): Promise<number> {
  return Number(await runProgram('ps', ['-o', 'rss=', '-p', String(pid)]))
}
