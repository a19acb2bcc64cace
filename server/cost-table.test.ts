/** Compares the table of costs and limits with the mounted application, and with docs/abuse.md, which contains it. */
import { readFileSync } from 'node:fs'
import type { Express } from 'express'
import { expect, test } from 'vitest'
import { forFile } from '../db/for-file.fixture.ts'
import { startPaypal } from '../sandbox/paypal/paypal.fixture.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { startTestApp } from './app.fixture.ts'
import { createApp } from './app.ts'
import { costTable } from './cost-table.ts'
import type { Cost } from './costs.ts'
import { limits } from './limit-table.ts'
import type { LimitName } from './limit-table.ts'
import { builtPages } from './pages/pages.ts'
import { socketTable } from './role-table.ts'
import { buildPages } from './roles/built-pages.fixture.ts'
import { listMounted } from './roles/mounted.fixture.ts'

const sandbox = await forFile(openSandbox())
const paypal = await forFile(startPaypal())
const app = await forFile(startTestApp({ ...sandbox.env, ...paypal.env }))
const pages = await forFile(buildPages())
const mount = (): Express => createApp(app.ctx, builtPages(pages.folder, app.ctx))

/** Returns the routes and events that are mounted but not in the table, and those in the table that are not mounted. */
function compare(express: Express) {
  const mounted = [
    ...listMounted(express).routes,
    ...Object.keys(socketTable).filter((name) => !name.includes(' | ')),
  ]
  const listed = Object.keys(costTable)
  return {
    unlisted: mounted.filter((route) => !listed.includes(route)),
    missing: listed.filter((route) => !mounted.includes(route)),
  }
}

test('every mounted route and every socket event has its cost and its limits', () => {
  expect(compare(mount())).toEqual({ unlisted: [], missing: [] })
})

test('detects a planted route', () => {
  const express = mount()

  express.get('/planted', (_req, res) => void res.json({}))

  expect(compare(express).unlisted).toEqual(['GET /planted'])
})

test('every limit bounds a route', () => {
  const used = new Set<LimitName>(Object.values(costTable).flatMap((cost) => cost.limits))
  const ofPages = ['order failed-order', 'order failed-card'] // no route has these limits, because they count when the provider reports a declined card
  expect(Object.keys(limits).filter((name) => !used.has(name as LimitName))).toEqual(ofPages)
})

test('docs/abuse.md contains the table', async () => {
  const docs = new URL('../docs/abuse.md', import.meta.url).pathname
  const text = readFileSync(docs, 'utf8')
  const [start, end] = ['<!-- costs -->\n', '<!-- end of costs -->']
  const before = text.slice(0, text.indexOf(start) + start.length)
  const after = text.slice(text.indexOf(end))
  await expect(`${before}\n${renderTables()}\n${after}`).toMatchFileSnapshot(docs)
})

function renderTables(): string {
  const shared = new Map<Cost, string[]>()
  for (const [route, cost] of Object.entries(costTable))
    shared.set(cost, [...(shared.get(cost) ?? []), `\`${route.replace('/api/v1/', '')}\``])
  const calls = [...shared].map(([{ costs, limits: names }, same]) => {
    const routes = same.join(', ')
    return `| ${routes} | ${costs} | ${names.map((name) => `\`${name}\``).join(', ') || '–'} |\n`
  })
  const rows = Object.entries(limits).map(
    ([name, { counts, points, duration, past }]) =>
      `| \`${name}\` | ${counts} | ${points}${toTime(duration)} | ${past} |\n`,
  )
  const callHead = '| Call | Costs | Limits |\n|---|---|---|\n'
  const limitHead = '| Limit | Counts | Up to | Then |\n|---|---|---|---|\n'
  return `${callHead}${calls.join('')}\n${limitHead}${rows.join('')}`
}

function toTime(seconds: number): string {
  if (seconds === 0) return ' at the same time'
  if (seconds < 60) return seconds === 1 ? ' in a second' : ` in ${seconds} seconds`
  if (seconds < 3600) return seconds === 60 ? ' in a minute' : ` in ${seconds / 60} minutes`
  if (seconds < 86_400) return seconds === 3600 ? ' in an hour' : ` in ${seconds / 3600} hours`
  return ' in a day'
}
