/** Child processes of a benchmark. All of them end with the benchmark, even if it fails or is stopped. */
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { promisify } from 'node:util'
import { onCleanup } from './cleanup.ts'

const children = new Set<ChildProcess>()
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')))

/** Starts Node with `args`; resolves once the output matches `ready`. `cleanUp` ends the process. */
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

/** Runs a program to its end and returns its output. If the benchmark ends first, `cleanUp` ends the program. */
export async function runProgram(file: string, args: string[]): Promise<string> {
  const running = promisify(execFile)(file, args)
  register(running.child)
  return (await running).stdout
}

/** Makes `cleanUp` and the end of this process end a child process. */
export function register(child: ChildProcess): void {
  children.add(child)
  child.once('exit', () => children.delete(child))
  onCleanup(() => endProcess(child))
}

/** Prints the lines of a child's log that report errors, because they explain missing results. */
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
