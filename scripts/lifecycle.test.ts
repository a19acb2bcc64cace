import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'

let running: ChildProcess | undefined
afterEach(() => running?.kill('SIGKILL'))

/** Runs services in their own process, started by the code in `start`; collects the printed lines and the exit code. */
function run(start: string, env: NodeJS.ProcessEnv = {}) {
  const lines: string[] = []
  const code = `import { runServices } from ${JSON.stringify(new URL('./lifecycle.ts', import.meta.url).href)}
    const print = (line) => console.log(line)
    const service = (name) => ({ close: async () => print('close ' + name) })
    const never = setInterval(() => {}, 1000)
    runServices(async (services) => { ${start} }, (error) => error.message)`
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', code]
  const child = spawn(process.execPath, args, { env: { ...process.env, npm_lifecycle_event: '', ...env } })
  running = child
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => lines.push(...text.toString().trim().split('\n')))
  }
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const until = (line: string) => vi.waitFor(() => expect(lines).toContain(line), { timeout: 20_000 })
  return { child, lines, ended, until }
}

test('a stop signal closes every service, the last one first, and the exit code is 0', async () => {
  const { child, lines, ended, until } = run(
    `services.add('a', service('a')); services.add('b', service('b')); print('open')`,
  )
  await until('open')

  child.kill('SIGTERM')

  expect(await ended).toBe(0)
  expect(lines).toEqual(['open', 'close b', 'close a'])
})

test('a stop signal during the start also closes the service that was starting', async () => {
  const { child, lines, ended, until } = run(`services.add('a', service('a'))
    const signal = new Promise((done) => process.once('SIGINT', done)); print('opening')
    await signal; services.add('b', service('b')); print('not reached')`)
  await until('opening')

  child.kill('SIGINT')

  expect(await ended).toBe(0)
  expect(lines).toEqual(['opening', 'close b', 'close a'])
})

test('a service that cannot start is reported and the others are closed', async () => {
  const { lines, ended } = run(`services.add('a', service('a')); throw new Error('Port 3000 is taken.')`)

  expect(await ended).toBe(1)
  expect(lines).toEqual(['Port 3000 is taken.', 'close a'])
})

test('a service that fails to close does not keep the others open', async () => {
  const { child, lines, ended, until } = run(`services.add('a', service('a'))
    services.add('b', { close: async () => { throw new Error('stuck') } }); print('open')`)
  await until('open')

  child.kill('SIGTERM')

  expect(await ended).toBe(1)
  expect(lines).toEqual(['open', 'b did not close: stuck', 'close a'])
})
