import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkRooms } from './rooms.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rooms-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function plant(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

test('a tree that keeps the rules has nothing to say', () => {
  plant({
    'contract/money.ts': `export const pound = 'gbp'`,
    'db/tips.ts': `import { pound } from '../contract/money.ts'\nimport pg from 'pg'\nexport const a = [pound, pg]`,
    'web/src/features/tips/box.tsx': `import { row } from './row.tsx'\nimport { b } from '../../ui/b.tsx'\nimport './box.css'\nexport const x = <i>{row}{b}</i>`,
    'web/src/features/tips/row.tsx': `export const row = 1`,
    'web/src/ui/b.tsx': `import { m } from '../../../i18n/compiled/messages.js'\nexport const b = m`,
    'e2e/all.ts': `import '../web/src/ui/b.tsx'\nimport '../db/tips.ts'`,
    'domain/pay.test.ts': `import { start } from '../sandbox/start.ts'\nexport const s = start`,
    'domain/checkout.fixture.ts': `import { start } from '../sandbox/start.ts'\nexport const t = start`,
    'web/src/ui/b.test.tsx': `import '../test/people.ts'`,
    'web/src/test/people.ts': `import { b } from '../ui/b.tsx'\nexport const people = b`,
    'sandbox/start.ts': `export const start = 1`,
    'vite.config.ts': `export * from './scripts/x.ts'`,
    'scripts/x.ts': '',
  })

  expect(checkRooms(root)).toEqual([])
})

test.each([
  ['contract/a.ts', `import '../db/b.ts'`, 'db/b.ts'],
  ['contract/a.ts', `import type { B } from '../db/b.ts'\nexport type A = B`, 'db/b.ts'],
  ['contract/a.ts', `export type A = import('../db/b.ts').B`, 'db/b.ts'],
  ['db/a.ts', `export { b } from '../domain/b.ts'`, 'domain/b.ts'],
  ['domain/a.ts', `export * from '../server/b.ts'`, 'server/b.ts'],
  ['domain/a.ts', `import '../sandbox/b.ts'`, 'sandbox/b.ts'],
  ['server/a.ts', `await import('../workers/b.ts')`, 'workers/b.ts'],
  ['server/a.ts', `import '../scripts/b.ts'`, 'scripts/b.ts'],
  ['web/src/main.tsx', `import '../../db/b.ts'`, 'db/b.ts'],
  ['web/src/ui/a.tsx', `import '../features/tips/b.tsx'`, 'web/src/features/tips/b.tsx'],
  ['web/src/lib/a.ts', `import '../ui/b.tsx'`, 'web/src/ui/b.tsx'],
  ['web/src/features/tips/a.tsx', `import '../goals/b.tsx'`, 'web/src/features/goals/b.tsx'],
  ['web/src/features/tips/a.tsx', `import '../../screens/b.tsx'`, 'web/src/screens/b.tsx'],
  ['overlay/a.ts', `import '../web/src/lib/b.ts'`, 'web/src/lib/b.ts'],
  ['sandbox/a.ts', `import '../contract/b.ts'`, 'contract/b.ts'],
  ['db/a.ts', `import '../docs/b.json'`, 'docs/b.json'],
  ['domain/a.ts', `import '../db/database.fixture.ts'`, 'db/database.fixture.ts'],
  ['web/src/lib/a.ts', `import '../test/b.ts'`, 'web/src/test/b.ts'],
  ['domain/a.ts', `import './b.test.ts'`, 'domain/b.test.ts'],
])('%s with %s is refused', (file, text, target) => {
  plant({ [file]: text })

  expect(checkRooms(root)).toEqual([`${file} may not import ${target}`])
})

test('a circle is named step by step, also one made of types', () => {
  plant({
    'db/a.ts': `import './b.ts'`,
    'db/b.ts': `import type { C } from './c.ts'\nexport type B = C`,
    'db/c.ts': `export * from './a.ts'`,
  })

  expect(checkRooms(root)).toEqual(['import cycle: db/a.ts → db/b.ts → db/c.ts → db/a.ts'])
})

test('a folder that no room stands for is refused', () => {
  plant({ 'common/a.ts': '' })

  expect(checkRooms(root)).toEqual(['common/a.ts is in no room'])
})

test('the check as CI calls it fails on a planted import and passes without', () => {
  const check = ['--import', import.meta.resolve('tsx'), join(import.meta.dirname, 'rooms.ts'), root]
  plant({ 'contract/a.ts': '' })
  execFileSync(process.execPath, check)

  plant({ 'contract/a.ts': `import '../web/src/main.tsx'`, 'web/src/main.tsx': '' })
  const { status, stderr } = spawnSync(process.execPath, check, { encoding: 'utf8' })

  expect(status).toBe(1)
  expect(stderr).toContain('contract/a.ts may not import web/src/main.tsx')
})
