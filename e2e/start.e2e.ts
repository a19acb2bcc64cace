/** What `npm start` runs, in an empty folder: Postgres, sandbox, demo, workers, server. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findTestPort } from '../scripts/ports.ts'

const program = resolve('dist/node/all-in-one.js')
let folder: string
let port: number
let running: ChildProcess[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brimful start '))
  chmodSync(folder, 0o755)
  port = await findTestPort()
  running = []
})

afterEach(async () => {
  await Promise.all(running.map((child) => end(child, 'SIGTERM')))
  rmSync(folder, { recursive: true, force: true })
})

test('in an empty folder it starts with a demo; a stop signal leaves nothing running and keeps the data', async () => {
  const first = start()
  const overlay = await first.waitFor(/\S+\/streamalerts\?userUID=\S+/)
  const pages = await Promise.all(['/', '/miravale', '/api/v1/account/health'].map(statusOf))
  const firstEnd = await end(first.child, 'SIGTERM')
  const isDatabaseUp = existsSync(join(folder, '.data/postgres/postmaster.pid'))

  const second = start()
  const sameOverlay = await second.waitFor(/\S+\/streamalerts\?userUID=\S+/)
  const secondEnd = await end(second.child, 'SIGINT')

  expect(pages).toEqual([200, 200, 200])
  expect([firstEnd, secondEnd]).toEqual([0, 0])
  expect(isDatabaseUp).toBe(false)
  expect(sameOverlay).toBe(overlay)
  expect(statSync(join(folder, '.data/secrets.json')).mode & 0o777).toBe(0o600)
})

test('a taken port is reported in one sentence, before anything is started', async () => {
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(port, '127.0.0.1', done))

  const { child, output } = start()
  const code = await ended(child)
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

  await vi.waitFor(() => expect(existsSync(join(folder, '.data/postgres/postmaster.pid'))).toBe(false), {
    timeout: 20_000,
  })
  await expect(statusOf('/')).rejects.toThrow(/fetch failed/)
})

function start(args: string[] = [process.execPath, program], env: NodeJS.ProcessEnv = {}) {
  const { PATH } = process.env
  const child = spawn(args[0]!, args.slice(1), { cwd: folder, env: { PATH, PORT: String(port), ...env } })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  const waitFor = (pattern: RegExp) =>
    vi.waitFor(() => pattern.exec(output)?.[0] ?? expect.fail(`not printed yet: ${output}`), {
      timeout: 60_000,
    })
  return { child, waitFor, output: () => output }
}

async function statusOf(path: string): Promise<number> {
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
  return status
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal)
  return ended(child)
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', resolve))
}
