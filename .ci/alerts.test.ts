/** Checks deploy/alerts.yml: its metrics exist, each alert is explained, and Prometheus' own promtool accepts it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { findOnPath } from '../scripts/find-on-path.ts'
import { listFiles, testOnly } from './files.ts'

const path = 'deploy/alerts.yml'
const { groups } = parse(readFileSync(path, 'utf8')) as {
  groups: { rules: { alert: string; expr: string }[] }[]
}
const rules = groups.flatMap((group) => group.rules)

test('every metric in a rule is one that a process has', () => {
  const sources = listFiles('.').filter((file) => /^(db|domain|server|workers)\/.*\.ts$/.test(file))
  const defined = new Set(
    sources
      .filter((file) => !testOnly.test(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/name: '(brimful_\w+)'/g)].map(([, name]) => name),
      ),
  )
  const used = rules.flatMap(({ expr }) => expr.match(/brimful_\w+/g) ?? [])

  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((name) => !defined.has(name))).toEqual([])
})

test('every alert has a line that says what to do', () => {
  const page = readFileSync('docs/watching.md', 'utf8')

  expect(rules.filter(({ alert }) => !page.includes(`| \`${alert}\` |`))).toEqual([])
})

const promtool = findOnPath('promtool')
if (!promtool && process.env.CI === 'true') throw new Error('There is no promtool on the PATH: CI needs one.')

test.skipIf(!promtool)('promtool accepts the rules', () => {
  expect(execFileSync(promtool!, ['check', 'rules', path], { encoding: 'utf8' })).toContain(
    `SUCCESS: ${rules.length} rules found`,
  )
})
