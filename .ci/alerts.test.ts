/**
 * Checks deploy/alerts.yml and deploy/grafana.json: their metrics exist, docs/watching.md explains each, and Prometheus' own promtool
 * accepts their expressions.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { findOnPath } from '../scripts/find-on-path.ts'
import { listFiles, testOnly } from './files.ts'

const path = 'deploy/alerts.yml'
const { groups } = parse(readFileSync(path, 'utf8')) as {
  groups: { rules: { alert: string; expr: string }[] }[]
}
const rules = groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(readFileSync('deploy/grafana.json', 'utf8')) as {
  panels: { targets?: { expr: string }[] }[]
}
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Returns the names of our metrics in expressions, without the endings that Prometheus gives the series of a histogram. */
function listMetrics(expressions: string[]): string[] {
  const names = expressions.flatMap((expression) => expression.match(/brimful_\w+/g) ?? [])
  return names.map((name) => name.replace(/_(bucket|count|sum)$/, ''))
}

test('every metric in a rule or on the dashboard is one that a process has', () => {
  const sources = listFiles('.').filter((file) => /^(db|domain|server|workers)\/.*\.ts$/.test(file))
  const defined = new Set(
    sources
      .filter((file) => !testOnly.test(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/name: '(brimful_\w+)'/g)].map(([, name]) => name),
      ),
  )
  const used = listMetrics([...rules.map(({ expr }) => expr), ...queries])

  expect(used.length).toBeGreaterThan(30)
  expect(used.filter((name) => !defined.has(name))).toEqual([])
})

test('every alert has a line that says what to do', () => {
  const page = readFileSync('docs/watching.md', 'utf8')

  expect(rules.filter(({ alert }) => !page.includes(`| \`${alert}\` |`))).toEqual([])
})

test('the dashboard shows every metric that docs/watching.md explains', () => {
  const explained = listMetrics(readFileSync('docs/watching.md', 'utf8').match(/^\| `brimful_.*$/gm) ?? [])

  expect(explained.length).toBeGreaterThan(15)
  expect([...new Set(explained)].toSorted()).toEqual([...new Set(listMetrics(queries))].toSorted())
})

const promtool = findOnPath('promtool')
if (!promtool && process.env.CI === 'true') throw new Error('There is no promtool on the PATH: CI needs one.')

const checkRules = (file: string) => execFileSync(promtool!, ['check', 'rules', file], { encoding: 'utf8' })

test.skipIf(!promtool)('promtool accepts the rules', () => {
  expect(checkRules(path)).toContain(`SUCCESS: ${rules.length} rules found`)
})

test.skipIf(!promtool)('promtool accepts the expressions of the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-rules-'))
  const file = join(folder, 'rules.yml')
  // Grafana replaces this variable by a duration: https://grafana.com/docs/grafana/latest/datasources/prometheus/template-variables/
  const expressions = queries.map((query) => query.replaceAll('$__rate_interval', '5m'))
  const recorded = expressions.map((expr, i) => ({ record: `panel_${i}`, expr }))
  writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: recorded }] }))

  expect(checkRules(file)).toContain(`SUCCESS: ${queries.length} rules found`)
  rmSync(folder, { recursive: true })
})
