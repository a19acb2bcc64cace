import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const turns = JSON.stringify(new URL('./lock.mjs', import.meta.url).href)
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turns-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A launcher in a process of its own that notes when its turn begins and ends. */
function work(): Promise<number | null> {
  const code = `import { appendFileSync } from 'node:fs'
    import { inTurn } from ${turns}
    await inTurn(async () => {
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

test('launchers in one folder take turns', async () => {
  await Promise.all([work(), work(), work()])

  expect(readFileSync(join(folder, 'notes'), 'utf8')).toBe('begin\nend\n'.repeat(3))
  expect(existsSync(join(folder, 'dist/.busy'))).toBe(false)
})

test('a turn that a killed launcher never gave back is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist/.busy'), String(pid))

  expect(await work()).toBe(0)
})
