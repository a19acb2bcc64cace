import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'

let bench: ChildProcess | undefined
afterEach(() => bench?.kill('SIGKILL'))

/** Starts a benchmark in its own process that starts a server; resolves with the id of that server. */
async function startBench(afterwards: string): Promise<number> {
  const code = `import { startNode } from '${resolve('bench/processes.ts')}'
    import { runBench } from '${resolve('bench/run-bench.ts')}'
    runBench(async () => {
      const server = "require('net').createServer().listen(0, () => console.log('ready'))"
      const { pid } = await startNode(['--eval', server], {}, /ready/)
      console.log('server ' + pid)
      ${afterwards}
    })`
  bench = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    env: { ...process.env, npm_lifecycle_event: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  bench.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await vi.waitFor(() => expect(output).toMatch(/server \d+/), { timeout: 20_000 })
  return Number(/server (\d+)/.exec(output)![1])
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const forever = 'await new Promise(() => {})'

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a benchmark that is stopped by %s ends its server',
  async (signal) => {
    const server = await startBench(forever)
    expect(isRunning(server)).toBe(true)

    bench!.kill(signal)

    expect(await once(bench!, 'exit')).toEqual([130, null])
    expect(isRunning(server)).toBe(false)
  },
)

test.each([
  ['throws', `throw new Error('planted')`],
  ['leaves a rejection unhandled', `void Promise.reject(new Error('planted')); ${forever}`],
  ['throws in a callback', `setTimeout(() => { throw new Error('planted') }); ${forever}`],
])('a benchmark that %s ends its server', async (_, afterwards) => {
  const server = await startBench(afterwards)

  if (bench!.exitCode === null) await once(bench!, 'exit')

  expect(bench!.exitCode).toBe(1)
  await vi.waitFor(() => expect(isRunning(server)).toBe(false))
})
