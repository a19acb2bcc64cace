import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpFolder } from '../scripts/folder.fixture.ts'
import { checkImportRules } from './import-rules.ts'

const folder = setUpFolder()

test('a tree that follows the rules has no violations', () => {
  folder.plant({
    'contract/money/money.ts': `export const pound = 'gbp'`,
    'db/tips.ts': `import { pound } from '../contract/money/money.ts'\nimport pg from 'pg'\nexport const a = [pound, pg]`,
    'web/src/features/tips/box.tsx': `import { row } from './row.tsx'\nimport { b } from '../../ui/b.tsx'\nimport './box.css'\nexport const x = <i>{row}{b}</i>`,
    'web/src/features/tips/row.tsx': `export const row = 1`,
    'web/src/ui/b.tsx': `import { m } from '../../../i18n/compiled/messages.js'\nexport const b = m`,
    'e2e/all.ts': `import '../web/src/ui/b.tsx'\nimport '../db/tips.ts'\nimport '../db/tips.fixture.ts'`,
    'domain/goals/pay.test.ts': `import { start } from '../../sandbox/start.ts'\nexport const s = start`,
    'domain/goals/pay.fixture.ts': `import { start } from '../../sandbox/start.ts'\nexport const t = start`,
    'db/tips.fixture.ts': '',
    'web/src/ui/b.test.tsx': `import '../test/people.ts'`,
    'web/src/test/people.ts': `import { b } from '../ui/b.tsx'\nexport const people = b`,
    'sandbox/start.ts': `export const start = 1`,
    'build/vite.config.ts': `export * from './scripts/x.ts'`,
    'scripts/x.ts': '',
  })

  expect(checkImportRules(folder.path)).toEqual([])
})

test.each([
  ['contract/a.ts', `import '../db/b.ts'`, 'db/b.ts'],
  ['contract/a.ts', `import type { B } from '../db/b.ts'\nexport type A = B`, 'db/b.ts'],
  ['contract/a.ts', `export type A = import('../db/b.ts').B`, 'db/b.ts'],
  ['db/a.ts', `export { b } from '../domain/b.ts'`, 'domain/b.ts'],
  ['domain/a.ts', `export * from '../server/b.ts'`, 'server/b.ts'],
  ['domain/a.ts', `import '../sandbox/b.ts'`, 'sandbox/b.ts'],
  ['domain/a.ts', `import '../demo/b.ts'`, 'demo/b.ts'],
  ['demo/a.ts', `import '../server/b.ts'`, 'server/b.ts'],
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
  ['domain/a.ts', `import './a.fixture.ts'`, 'domain/a.fixture.ts'],
  ['scripts/a.ts', `import '../sandbox/a.fixture.ts'`, 'sandbox/a.fixture.ts'],
  ['web/src/lib/a.ts', `import '../test/b.ts'`, 'web/src/test/b.ts'],
  ['domain/a.ts', `import './b.test.ts'`, 'domain/b.test.ts'],
  ['domain/goals/a.ts', `import '../payments/b.ts'`, 'domain/payments/b.ts'],
  ['domain/payments/ledger/a.ts', `export type A = import('../b.ts').B`, 'domain/payments/b.ts'],
  ['domain/a.ts', `import './goals/b.ts'`, 'domain/goals/b.ts'],
])('%s with %s is refused', (file, text, target) => {
  folder.plant({ [file]: text })

  expect(checkImportRules(folder.path)).toEqual([`${file} may not import ${target}`])
})

test('a cycle of files is reported step by step, also one of types only', () => {
  folder.plant({
    'db/a.ts': `import './b.ts'`,
    'db/b.ts': `import type { C } from './c.ts'\nexport type B = C`,
    'db/c.ts': `export * from './a.ts'`,
  })

  expect(checkImportRules(folder.path)).toEqual(['import cycle: db/a.ts → db/b.ts → db/c.ts → db/a.ts'])
})

test('a cycle of folders is reported although no file is in one', () => {
  folder.plant({
    'server/http/a.ts': `import '../routes/b.ts'`,
    'server/routes/b.ts': '',
    'server/routes/c.ts': `import '../http/d.ts'`,
    'server/http/d.ts': '',
  })

  expect(checkImportRules(folder.path)).toEqual(['folder cycle: server/http → server/routes → server/http'])
})

test('a folder and those inside it may import each other, and so may tests', () => {
  folder.plant({
    'server/app.ts': `import './routes/a.ts'`,
    'server/context.ts': '',
    'server/routes/a.ts': `import '../context.ts'`,
    'server/routes/a.test.ts': `import '../http/b.ts'`,
    'server/http/b.ts': `import '../routes/a.ts'`,
  })

  expect(checkImportRules(folder.path)).toEqual([])
})

test('a file in a folder without rules is reported', () => {
  folder.plant({ 'common/a.ts': '', 'domain/common/a.ts': '', 'domain/config/config.ts': '' })

  expect(checkImportRules(folder.path)).toEqual([
    'common/a.ts is in no layer',
    'domain/common/a.ts is in no layer',
  ])
})

test('the command of CI fails on a forbidden import and passes without one', () => {
  const check = [
    '--import',
    import.meta.resolve('tsx'),
    join(import.meta.dirname, 'import-rules.ts'),
    folder.path,
  ]
  folder.plant({ 'contract/a.ts': '' })
  execFileSync(process.execPath, check)

  folder.plant({ 'contract/a.ts': `import '../web/src/main.tsx'`, 'web/src/main.tsx': '' })
  const { status, stderr } = spawnSync(process.execPath, check, { encoding: 'utf8' })

  expect(status).toBe(1)
  expect(stderr).toContain('contract/a.ts may not import web/src/main.tsx')
})
