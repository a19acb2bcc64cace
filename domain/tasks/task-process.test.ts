import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { TaskProcessError, openTaskProcesses } from './task-process.ts'
import type { TaskRules } from './task-process.ts'
import type { Behaviour, Report } from './task-process.fixture.ts'

const rules: TaskRules = { atOnce: 2, max: 20, maxPerNetwork: 20, waitMs: 30_000, runMs: 30_000 }
const busy = { code: 'unavailable', text: 'error_files_busy', details: { retryAfter: 5 } }

function open(changes: Partial<TaskRules> = {}) {
  const processes = openTaskProcesses<Behaviour, Report, string>('tasks/task-process.fixture', {
    ...rules,
    ...changes,
  })
  return {
    ...processes,
    ask: (task: Behaviour = {}, network = 'a') => processes.run(network, async () => task),
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('never runs more processes at once than allowed, each with one task and without our environment', async () => {
  const { ask } = open()

  const reports = await Promise.all(Array.from({ length: 5 }, () => ask({ ms: 300 })))

  const overlapping = reports.map(({ from }) => reports.filter((r) => r.from <= from && from < r.to).length)
  expect(Math.max(...overlapping)).toBeLessThanOrEqual(2)
  expect(new Set(reports.map(({ pid }) => pid)).size).toBe(5)
  expect(reports.map(({ pid }) => isAlive(pid))).toEqual(Array(5).fill(false))
  expect(process.env).toHaveProperty('PATH')
  expect(reports[0]!.environment).not.toContain('PATH')
})

test.each<[string, Behaviour, Partial<TaskRules>, RegExp]>([
  ['dies', { dies: true }, {}, /ended by SIGSEGV/],
  ['never comes back', { hangs: true }, { runMs: 8_000 }, /ended by SIGKILL/],
])('after a process that %s the next task is worked on', async (_, task, changes, message) => {
  const { ask } = open({ atOnce: 1, ...changes })

  const [failed, next] = await Promise.allSettled([ask(task), ask()])

  expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(TaskProcessError) })
  expect((failed as PromiseRejectedResult).reason.message).toMatch(message)
  expect(next).toMatchObject({ status: 'fulfilled' })
})

test('a network that has all its tasks here is refused before it is read, and another one is not', async () => {
  const { run, ask } = open({ maxPerNetwork: 2 })
  const first = [ask({ ms: 300 }), ask({ ms: 300 })]
  let isRead = false

  const read = async () => {
    isRead = true
    return {}
  }
  await expect(run('a', read)).rejects.toMatchObject(busy)
  await ask({}, 'b')
  await Promise.all(first)
  await ask()

  expect(isRead).toBe(false)
})

test('refuses tasks of any network when there are too many', async () => {
  const { ask } = open({ max: 2 })
  const first = [ask({}, 'a'), ask({}, 'b')]

  await expect(ask({}, 'c')).rejects.toMatchObject(busy)
  await Promise.all(first)
  await ask({}, 'c')
})

test('gives up a task that waits too long for its turn, and leaves its place to others', async () => {
  const { ask, close } = open({ atOnce: 1, max: 2, waitMs: 50 })
  const stuck = ask({ hangs: true })

  await expect(ask()).rejects.toMatchObject(busy)
  await expect(ask()).rejects.toMatchObject(busy)

  close()
  await expect(stuck).rejects.toThrow('SIGKILL')
})

test('a task reads a file while it arrives, and no faster than its parts are taken', async () => {
  const { run } = open()
  let running = 0
  let text = ''
  const take = async (part: string) => {
    expect(++running).toBe(1)
    await new Promise((done) => setTimeout(done, 1))
    text += part
    running--
  }

  await run('a', async () => ({ echoes: true }), { input: Readable.from(['one ', 'two ', 'three']), take })

  expect(text).toBe('one two three')
})

test('a file that breaks off is not taken for one that ends', async () => {
  const { run } = open()
  async function* breakOff() {
    yield 'one '
    throw new Error('cut off')
  }

  const reading = run('a', async () => ({ echoes: true }), {
    input: Readable.from(breakOff()),
    take: async () => {},
  })

  await expect(reading).rejects.toThrow('cut off')
})

test('a task fails with what taking a part of its result throws, and its file is closed', async () => {
  const { run } = open()
  const input = new Readable({ read() {} })
  input.push('one')

  const reading = run('a', async () => ({ echoes: true }), {
    input,
    take: () => Promise.reject(new Error('full')),
  })

  await expect(reading).rejects.toThrow('full')
  expect(input.destroyed).toBe(true)
})

test('a process does not outlive its server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-task-'))
  const pidFile = join(folder, 'pid')
  const code = `import { openTaskProcesses } from ${JSON.stringify(resolve('domain/tasks/task-process.ts'))}
    const processes = openTaskProcesses('tasks/task-process.fixture', ${JSON.stringify(rules)})
    await processes.run('a', async () => (${JSON.stringify({ ms: 60_000, pidFile })}))`
  const program = join(folder, 'server.mts')
  writeFileSync(program, code)
  const server = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program])
  const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0)
  await expect.poll(pid).toBeGreaterThan(0)

  server.kill('SIGKILL')

  await expect.poll(() => isAlive(pid())).toBe(false)
  rmSync(folder, { recursive: true })
})
