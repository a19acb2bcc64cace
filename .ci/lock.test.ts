import { expect, test } from 'vitest'
import { setUpFolder } from '../scripts/folder.fixture.ts'
import { checkLock } from './lock.ts'

const folder = setUpFolder()

function plant(packages: object, manifest: object = {}): void {
  folder.plant({ 'package-lock.json': { packages }, 'package.json': manifest })
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

  expect(checkLock(folder.path)).toEqual([])
})

test('the missing optional package of another platform is reported', () => {
  plant({
    'node_modules/a': { optionalDependencies: { 'a-darwin': '1.0.0' } },
    'node_modules/b/node_modules/a-darwin': {},
  })

  expect(checkLock(folder.path)).toEqual(['a-darwin, an optional package of node_modules/a, has no entry'])
})

test('addresses, undecided install scripts and unpinned versions are reported', () => {
  plant(
    { 'node_modules/a': { resolved: 'https://registry.example/a.tgz', hasInstallScript: true } },
    { devDependencies: { a: '^1.0.0' }, optionalDependencies: { b: '2.x' } },
  )

  expect(checkLock(folder.path)).toEqual([
    'node_modules/a contains a registry address',
    'node_modules/a has an install script: decide in allowScripts',
    'a is not pinned (^1.0.0)',
    'b is not pinned (2.x)',
  ])
})
