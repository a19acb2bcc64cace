/**
 * Runs the product with just the files of deploy/Dockerfile's last stage: the built programs and the trimmed production packages.
 * The image itself is not built here.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followTip } from './whole-tip.ts'

const folder = mkdtempSync(join(tmpdir(), 'brimful-image-'))
const packages = join(folder, 'node_modules')

beforeAll(() => {
  const list = ['ls', '--omit=dev', '--all', '--parseable']
  const output = execFileSync('npm', list, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  for (const path of output.trim().split('\n').slice(1)) copyPackage(path)
  cpSync('dist', join(folder, 'dist'), { recursive: true })
  cpSync('package.json', join(folder, 'package.json'))
  execFileSync(process.execPath, [resolve('deploy/trim-packages.mjs')], { cwd: folder, stdio: 'pipe' })
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Copies an installed package without the packages in it, which `npm ls` lists by themselves. */
function copyPackage(path: string): void {
  const to = join(folder, relative(resolve('.'), path))
  mkdirSync(dirname(to), { recursive: true })
  const nested = join(path, 'node_modules')
  cpSync(path, to, { recursive: true, filter: (source) => source !== nested })
}

/** Returns the size of a folder's files in megabytes. */
function measure(path: string): number {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
  return files.reduce((sum, file) => sum + lstatSync(file).size, 0) / 1e6
}

test('a tip goes from the payment to the overlay and the chat, with less than 250 MB of packages', async () => {
  expect(measure(packages)).toBeLessThan(250)
  await followTip({ folder })
})
