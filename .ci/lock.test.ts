import { expect, test } from 'vitest'
import { setUpFolder } from '../scripts/folder.fixture.ts'
import { checkLock } from './lock.ts'

const folder = setUpFolder()

function plant(packages: object, manifest: object = {}, npmrc = 'ignore-scripts=true'): void {
  folder.plant({ 'package-lock.json': { packages }, 'package.json': manifest, '.npmrc': npmrc })
}

test('a complete lock file has no problem, wherever npm has put the packages', () => {
  plant(
    {
      '': { optionalDependencies: { fsevents: '1.0.0' } },
      'node_modules/fsevents': { optional: true },
      'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0', fsevents: '1.0.0' } },
      'node_modules/a/node_modules/a-linux': {},
      'node_modules/a/node_modules/@b/c': { optionalDependencies: { 'a-linux': '1.0.0' } },
    },
    { dependencies: { a: '1.0.0', b: '1.0.0-beta.17' } },
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

test('addresses, unpinned versions and a missing ban on install scripts are reported', () => {
  plant(
    { 'node_modules/a': { resolved: 'https://registry.example/a.tgz' } },
    { devDependencies: { a: '^1.0.0' }, optionalDependencies: { b: '2.x' } },
    'save-exact=true',
  )

  expect(checkLock(folder.path)).toEqual([
    'node_modules/a contains a registry address',
    'a is not pinned (^1.0.0)',
    'b is not pinned (2.x)',
    '.npmrc does not say ignore-scripts=true',
  ])
})
