import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles } from '../.ci/files.ts'
import { setUpFolder } from './folder.fixture.ts'
import { areStandInsUnchanged, packages, recordStandIns, sources } from './stand-in-tests.ts'

const folder = setUpFolder()

const lockWith = (version: string) => ({ packages: { 'node_modules/stripe': { version } } })
const planted = {
  'sandbox/paypal/orders.ts': 'one',
  'domain/payments/stripe/provider.ts': 'two',
  'db/queue.ts': 'three',
  'package-lock.json': lockWith('1.0.0'),
}

test('the tests have sources and installed packages', () => {
  expect(listFiles('.').filter((file) => sources.test(file)).length).toBeGreaterThan(100)
  expect(packages.filter((name) => !existsSync(`node_modules/${name}`))).toEqual([])
})

test.each<[string, Record<string, string | object>, boolean]>([
  ['nothing has changed', {}, true],
  ['something else has changed', { 'db/queue.ts': 'changed' }, true],
  ['a stand-in has changed', { 'sandbox/paypal/orders.ts': 'changed' }, false],
  ['a gateway has a new file', { 'domain/payments/stripe/more.ts': '' }, false],
  ['an SDK is newer', { 'package-lock.json': lockWith('1.0.1') }, false],
])('after the tests have passed and %s', (_, changes, isUnchanged) => {
  folder.plant({ ...planted, '.ci/stand-ins-passed': '' })
  recordStandIns(folder.path)
  folder.plant(changes)

  expect(areStandInsUnchanged(folder.path)).toBe(isUnchanged)
})

test('before the tests have passed, they run', () => {
  folder.plant(planted)

  expect(areStandInsUnchanged(folder.path)).toBe(false)
})
