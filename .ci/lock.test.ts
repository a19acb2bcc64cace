import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLock } from './lock.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function plant(packages: object, manifest: object = {}): void {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
}

test('a complete lock file has no problem, wherever npm has put the packages', () => {
  plant(
    {
      '': { optionalDependencies: { fsevents: '1.0.0' } },
      'node_modules/fsevents': { optional: true, hasInstallScript: true },
      'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0', fsevents: '1.0.0' } },
      'node_modules/a/node_modules/a-linux': {},
      'node_modules/a/node_modules/@b/c': { optionalDependencies: { 'a-linux': '1.0.0' } },
    },
    { dependencies: { a: '1.0.0', b: '1.0.0-beta.17' }, allowScripts: { fsevents: false } },
  )

  expect(checkLock(root)).toEqual([])
})

test('the missing optional package of another platform is reported', () => {
  plant({
    'node_modules/a': { optionalDependencies: { 'a-darwin': '1.0.0' } },
    'node_modules/b/node_modules/a-darwin': {},
  })

  expect(checkLock(root)).toEqual(['a-darwin, an optional package of node_modules/a, has no entry'])
})

test('addresses, undecided install scripts and unpinned versions are reported', () => {
  plant(
    { 'node_modules/a': { resolved: 'https://registry.example/a.tgz', hasInstallScript: true } },
    { devDependencies: { a: '^1.0.0' }, optionalDependencies: { b: '2.x' } },
  )

  expect(checkLock(root)).toEqual([
    'node_modules/a contains a registry address',
    'node_modules/a has an install script: decide in allowScripts',
    'a is not pinned (^1.0.0)',
    'b is not pinned (2.x)',
  ])
})
