/** Tests `npm start` in an empty folder: Postgres, sandbox, demo, workers and server run. */
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUpFolder } from '../scripts/folder.fixture.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { startProcess } from '../scripts/process.fixture.ts'

const program = resolve('dist/node/all-in-one.js')
const folder = setUpFolder('brimful start ')
let port: number
type Started = ReturnType<typeof startProcess>
let running: Started[]

beforeEach(async () => {
  chmodSync(folder.path, 0o755) // Postgres may run as another user, who must be able to enter the folder
  port = await findTestPort()
  running = []
})

afterEach(() => Promise.all(running.map((started) => end(started, 'SIGTERM'))))

test('in an empty folder it starts with a demo; a stop signal leaves nothing running and keeps the data', async () => {
  const first = start()
  const [overlay] = await first.waitFor(/\S+\/streamalerts\?userUID=\S+/)
  const pages = await Promise.all(['/', '/miravale', '/api/v1/account/health'].map(statusOf))
  const firstEnd = await end(first, 'SIGTERM')
  const isDatabaseUp = existsSync(join(folder.path, '.data/postgres/postmaster.pid'))

  const second = start()
  const [sameOverlay] = await second.waitFor(/\S+\/streamalerts\?userUID=\S+/)
  const secondEnd = await end(second, 'SIGINT')

  expect(pages).toEqual([200, 200, 200])
  expect([firstEnd, secondEnd]).toEqual([0, 0])
  expect(isDatabaseUp).toBe(false)
  expect(sameOverlay).toBe(overlay)
  for (const file of ['secrets.json', 'alert-box.html'])
    expect(statSync(join(folder.path, '.data', file)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder.path, '.data/alert-box.html'), 'utf8')).toContain(
    `data-address="${overlay}"`,
  )
})

test('admin works beside it, and alone on the data that it has kept', async () => {
  const first = start()
  await first.waitFor(/\S+\/streamalerts\?userUID=\S+/)
  const beside = await runAdmin('list')
  await end(first, 'SIGTERM')
  const alone = await runAdmin('list')

  expect(beside).toEqual({ code: 0, output: 'There is no admin.' })
  expect(alone).toEqual(beside)
  expect(existsSync(join(folder.path, '.data/postgres/postmaster.pid'))).toBe(false)
})

test('a taken port is reported in one sentence, before anything is started', async () => {
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(port, '127.0.0.1', done))

  const { output, ended } = start()
  const code = await ended
  holder.close()

  expect(code).toBe(1)
  expect(output().trim()).toMatch(/^Port \d+ is taken: .*\.$/)
})

test('it ends with the npm that started it, which does not forward SIGKILL', async () => {
  const npm = start(['sh', '-c', '"$0" "$1" & wait', process.execPath, program], {
    npm_lifecycle_event: 'start',
  })
  await npm.waitFor(/Brimful is running/)

  npm.child.kill('SIGKILL')

  await expect.poll(() => existsSync(join(folder.path, '.data/postgres/postmaster.pid'))).toBe(false)
  await expect(statusOf('/')).rejects.toThrow(/fetch failed/)
})

function start(command = [process.execPath, program], env: NodeJS.ProcessEnv = {}) {
  const { PATH } = process.env
  const started = startProcess(command, { cwd: folder.path, env: { PATH, PORT: String(port), ...env } })
  running.push(started)
  return started
}

/** Runs `npm run admin` with one word in the folder, and returns its exit code and what it has printed. */
async function runAdmin(word: string): Promise<{ code: number | null; output: string }> {
  const { output, ended } = start([process.execPath, resolve('dist/node/admin.js'), word])
  const code = await ended
  return { code, output: output().trim() }
}

async function statusOf(path: string): Promise<number> {
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
  return status
}

function end({ child, ended }: Started, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal)
  return ended
}
