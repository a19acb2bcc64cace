import { expect, test } from 'vitest'
import { startModule } from './process.fixture.ts'

/** Runs `runServices` in its own process. `start` is the code that starts the services. */
function run(start: string) {
  const { output, ...running } = startModule(`
    import { runServices } from ${JSON.stringify(new URL('./lifecycle.ts', import.meta.url).href)}
    const print = (line) => console.log(line)
    const service = (name) => ({ close: async () => print('close ' + name) })
    const never = setInterval(() => {}, 1000)
    runServices(async (services) => { ${start} }, (error) => error.message)`)
  return { ...running, lines: () => output().trim().split('\n') }
}

test('a stop signal closes every service, the last one first, and the exit code is 0', async () => {
  const { child, lines, ended, waitFor } = run(
    `services.add('a', service('a')); services.add('b', service('b')); print('open')`,
  )
  await waitFor(/open/)

  child.kill('SIGTERM')

  expect(await ended).toBe(0)
  expect(lines()).toEqual(['open', 'close b', 'close a'])
})

test('a stop signal during the start also closes the service that was starting', async () => {
  const { child, lines, ended, waitFor } = run(`services.add('a', service('a'))
    const signal = new Promise((done) => process.once('SIGINT', done)); print('opening')
    await signal; services.add('b', service('b')); print('not reached')`)
  await waitFor(/opening/)

  child.kill('SIGINT')

  expect(await ended).toBe(0)
  expect(lines()).toEqual(['opening', 'close b', 'close a'])
})

test('a service that cannot start is reported and the others are closed', async () => {
  const { lines, ended } = run(`services.add('a', service('a')); throw new Error('Port 3000 is taken.')`)

  expect(await ended).toBe(1)
  expect(lines()).toEqual(['Port 3000 is taken.', 'close a'])
})

test('a service that fails to close does not keep the others open', async () => {
  const { child, lines, ended, waitFor } = run(`services.add('a', service('a'))
    services.add('b', { close: async () => { throw new Error('stuck') } }); print('open')`)
  await waitFor(/open/)

  child.kill('SIGTERM')

  expect(await ended).toBe(1)
  expect(lines()).toEqual(['open', 'b did not close: stuck', 'close a'])
})
