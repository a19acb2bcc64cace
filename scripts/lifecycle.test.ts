import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'

let house: ChildProcess | undefined
afterEach(() => house?.kill('SIGKILL'))

/** Runs a house of its own process; gives what it says, line by line, and at last its exit code. */
function run(open: string, env: NodeJS.ProcessEnv = {}) {
  const said: string[] = []
  const code = `import { keepHouse } from ${JSON.stringify(new URL('./lifecycle.ts', import.meta.url).href)}
    const say = (line) => console.log(line)
    const thing = (name) => ({ close: async () => say('close ' + name) })
    const never = setInterval(() => {}, 1000)
    keepHouse(async (house) => { ${open} }, (error) => error.message)`
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', code]
  const child = spawn(process.execPath, args, { env: { ...process.env, npm_lifecycle_event: '', ...env } })
  house = child
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => said.push(...text.toString().trim().split('\n')))
  }
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const until = (line: string) => vi.waitFor(() => expect(said).toContain(line), { timeout: 20_000 })
  return { child, said, ended, until }
}

test('a stop signal closes everything, last opened first, and the exit code is 0', async () => {
  const { child, said, ended, until } = run(
    `house.add('a', thing('a')); house.add('b', thing('b')); say('open')`,
  )
  await until('open')

  child.kill('SIGTERM')

  expect(await ended).toBe(0)
  expect(said).toEqual(['open', 'close b', 'close a'])
})

test('asked to stop while it opens, it closes also what was about to be open', async () => {
  const { child, said, ended, until } = run(`house.add('a', thing('a')); say('opening')
    await new Promise((done) => process.once('SIGINT', done))
    house.add('b', thing('b')); say('not reached')`)
  await until('opening')

  child.kill('SIGINT')

  expect(await ended).toBe(0)
  expect(said).toEqual(['opening', 'close b', 'close a'])
})

test('what cannot be opened is said, and the rest is closed', async () => {
  const { said, ended } = run(`house.add('a', thing('a')); throw new Error('Port 3000 is taken.')`)

  expect(await ended).toBe(1)
  expect(said).toEqual(['Port 3000 is taken.', 'close a'])
})

test('one thing that fails to close does not keep the others open', async () => {
  const { child, said, ended, until } = run(`house.add('a', thing('a'))
    house.add('b', { close: async () => { throw new Error('stuck') } }); say('open')`)
  await until('open')

  child.kill('SIGTERM')

  expect(await ended).toBe(1)
  expect(said).toEqual(['open', 'b did not close: stuck', 'close a'])
})
