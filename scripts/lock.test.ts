import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpFolder } from './folder.fixture.ts'
import { startProcess } from './process.fixture.ts'

const lock = JSON.stringify(new URL('./lock.mjs', import.meta.url).href)
const folder = setUpFolder()

/** Runs a process that takes the lock and records when it has it. Resolves with the exit code. */
function runLauncher(): Promise<number | null> {
  const code = `import { appendFileSync } from 'node:fs'
    import { withLock } from ${lock}
    await withLock(async () => {
      appendFileSync('notes', 'begin\\n')
      await new Promise((done) => setTimeout(done, 200))
      appendFileSync('notes', 'end\\n')
    })`
  const command = [process.execPath, '--input-type=module', '--eval', code]
  return startProcess(command, { cwd: folder.path }).ended
}

test('launchers in one folder work one after the other', async () => {
  await Promise.all([runLauncher(), runLauncher(), runLauncher()])

  expect(readFileSync(join(folder.path, 'notes'), 'utf8')).toBe('begin\nend\n'.repeat(3))
  expect(existsSync(join(folder.path, 'dist/.busy'))).toBe(false)
})

test('the lock of a killed launcher is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  folder.plant({ 'dist/.busy': String(pid) })

  expect(await runLauncher()).toBe(0)
})
