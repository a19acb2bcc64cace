/** Checks the units in deploy/systemd with systemd's own program. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findOnPath } from '../scripts/find-on-path.ts'

const program = findOnPath('systemd-analyze')
if (!program && process.env.CI === 'true') throw new Error('There is no systemd-analyze: CI needs one.')
if (!program) console.log('.ci/systemd: skipped, because there is no systemd-analyze on the PATH')

const units = readdirSync('deploy/systemd')

/** Returns what systemd says about the units, with instances of the templates. `change` alters a unit's text. */
function verify(change = (text: string) => text): { status: number | null; problems: string } {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-units-'))
  for (const unit of units) {
    const name = join(folder, unit.replace('@.', '@3.'))
    copyFileSync(join('deploy/systemd', unit), name)
    // The programs are wherever this machine has them, so that only the units are judged.
    const text = readFileSync(name, 'utf8').replace('/usr/bin/node', process.execPath)
    writeFileSync(name, change(text.replace('/opt/brimful/deploy', resolve('deploy'))))
  }
  const names = readdirSync(folder).map((name) => join(folder, name))
  const { status, stderr } = spawnSync(program!, ['verify', '--man=no', ...names], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  const own = stderr.split('\n').filter((line) => line.includes('brimful-'))
  return { status, problems: own.join('\n') }
}

test.skipIf(!program)('systemd accepts every unit, and refuses one with an unknown setting', () => {
  expect(verify().problems).toBe('')
  expect(verify((text) => text.replace('Type=', 'Tipe=')).problems).toContain('Unknown key')
})

test('every program that a unit starts is one that is built', () => {
  const built = readFileSync('build/vite.server.config.ts', 'utf8')
  const texts = units.map((unit) => readFileSync(join('deploy/systemd', unit), 'utf8'))
  const started = texts.flatMap((text) => /dist\/node\/([\w-]+)\.js/.exec(text)?.[1] ?? [])

  expect(started).toHaveLength(3)
  for (const name of started) expect(built).toMatch(new RegExp(`^  '?${name}'?: `, 'm'))
})
