import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startModule } from '../scripts/process.fixture.ts'

/** Starts a benchmark in its own process, and the benchmark starts a server. Resolves once that server is running. */
async function startBench(afterwards: string) {
  const bench = startModule(`
    import { startNode } from '${resolve('bench/processes.ts')}'
    import { runBench } from '${resolve('bench/run-bench.ts')}'
    runBench(async () => {
      const server = "require('net').createServer().listen(0, () => console.log('ready'))"
      const { pid } = await startNode(['--eval', server], {}, /ready/)
      console.log('server ' + pid)
      ${afterwards}
    })`)
  const [, server] = await bench.waitFor(/server (\d+)/)
  return { ...bench, server: Number(server) }
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
    const { child, server, ended } = await startBench(forever)
    expect(isRunning(server)).toBe(true)

    child.kill(signal)

    expect(await ended).toBe(130)
    expect(isRunning(server)).toBe(false)
  },
)

test.each([
  ['throws', `throw new Error('planted')`],
  ['leaves a rejection unhandled', `void Promise.reject(new Error('planted')); ${forever}`],
  ['throws in a callback', `setTimeout(() => { throw new Error('planted') }); ${forever}`],
])('a benchmark that %s ends its server', async (_, afterwards) => {
  const { server, ended } = await startBench(afterwards)

  expect(await ended).toBe(1)
  await expect.poll(() => isRunning(server)).toBe(false)
})
