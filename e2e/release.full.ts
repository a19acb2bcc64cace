/**
 * Makes a release, unpacks its archive into an empty folder, and runs the product from there: the same files as in the image of
 * deploy/Dockerfile, which itself is not built here.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followTip } from './whole-tip.ts'

const parent = mkdtempSync(join(tmpdir(), 'brimful-release-'))
const made = resolve('dist/release')
let folder: string

beforeAll(() => {
  rmSync(made, { recursive: true, force: true })
  execFileSync(process.execPath, ['scripts/release.mjs'], { stdio: 'pipe' })
  const [archive] = readdirSync(made).filter((name) => name.endsWith('.tar.gz'))
  execFileSync('sha256sum', ['--check', `${archive}.sha256`], { cwd: made, stdio: 'pipe' })
  execFileSync('tar', ['-xf', join(made, archive!), '-C', parent])
  folder = join(parent, readdirSync(parent)[0]!)
}, 300_000)
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** Returns the size of a folder's files in megabytes. */
function measure(path: string): number {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
  return files.reduce((sum, file) => sum + lstatSync(file).size, 0) / 1e6
}

test('a tip goes from the payment to the overlay and the chat, with less than 150 MB of packages', async () => {
  expect(measure(join(folder, 'node_modules'))).toBeLessThan(150)
  await followTip({ folder })
})

test('every command finds its packages, and says what it needs', () => {
  const commands = ['migrate', 'admin', 'doctor', 'reconcile', 'rotate-keys', 'release-restore']

  for (const name of commands) {
    const args = [`dist/node/${name}.js`, ...(name === 'admin' ? ['list'] : [])]
    const env = { PATH: process.env.PATH, NODE_ENV: 'production' }
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stdout + stderr).toMatch(/DATABASE_URL is missing/)
    expect(stderr).not.toMatch(/^ +at /m)
  }
})

test('it has the notices of all packages in its programs and pages, and the units that start it', () => {
  const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8')

  for (const name of ['ioredis', 'bullmq', 'react', 'qrcode.react', '@fontsource/figtree'])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, `, 'm'))
  const unit = readFileSync(join(folder, 'deploy/systemd/brimful-server@.service'), 'utf8')
  const [, program] = /^ExecStart=\S+ \S+ (\S+)$/m.exec(unit)!
  expect(existsSync(join(folder, program!))).toBe(true)
})
