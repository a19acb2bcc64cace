/** Child processes of a benchmark: started, waited for, ended by their own id. */
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

const children: ChildProcess[] = []

/** Starts Node on a file and resolves when its output first matches `ready`. */
export async function startNode(
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`${args.join(' ')} ended with ${code} before it was ready`)),
    )
    child.stdout.on('data', (chunk: Buffer) => {
      if (ready.test(chunk.toString())) resolve()
    })
  })
  child.stdout.removeAllListeners('data').on('data', sayTrouble)
  return child
}

/** An error in a child's log explains a figure that is missing. */
function sayTrouble(chunk: Buffer): void {
  for (const line of chunk.toString().split('\n')) if (line.includes('"level":50')) console.error(line)
}

/** The ids of the children that run. */
export function childPids(): number[] {
  return children
    .filter((child) => child.exitCode === null && child.signalCode === null)
    .map((child) => child.pid!)
}

/** Ends every child and waits for it. */
export async function endChildren(): Promise<void> {
  await Promise.all(children.map(endNode))
}

/** Ends one child and waits for it. */
export async function endNode(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** The memory that a process holds, in KB. */
export async function residentKb(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout)
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
