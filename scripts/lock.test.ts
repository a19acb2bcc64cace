import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const lock = JSON.stringify(new URL('./lock.mjs', import.meta.url).href)
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a launcher in its own process; it notes when it holds the lock. Resolves with the exit code. */
function runLauncher(): Promise<number | null> {
  const code = `import { appendFileSync } from 'node:fs'
    import { withLock } from ${lock}
    await withLock(async () => {
      appendFileSync('notes', 'begin\\n')
      await new Promise((done) => setTimeout(done, 200))
      appendFileSync('notes', 'end\\n')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    stdio: 'ignore',
  })
  return new Promise((done) => child.once('close', done))
}

test('launchers in one folder work one after the other', async () => {
  await Promise.all([runLauncher(), runLauncher(), runLauncher()])

  expect(readFileSync(join(folder, 'notes'), 'utf8')).toBe('begin\nend\n'.repeat(3))
  expect(existsSync(join(folder, 'dist/.busy'))).toBe(false)
})

test('the lock of a killed launcher is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist/.busy'), String(pid))

  expect(await runLauncher()).toBe(0)
})
