/** Compares what calls, other routes and sockets declare with docs/abuse.md, which contains it, and with the mounted application. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Access, CallDefinition } from '../contract/call.ts'
import { allCalls, apiBase } from '../contract/calls.ts'
import { limits } from '../contract/limits.ts'
import type { LimitName } from '../contract/limits.ts'
import { costsOf } from '../contract/usual-costs.ts'
import { withLimits } from '../domain/security/declared-limits.ts'
import { openTestContext } from './app.fixture.ts'
import { namesOf } from './http/openapi.ts'
import { otherRoutes, socketEvents } from './http/other-routes.ts'

interface Row {
  costs: string
  limits: readonly LimitName[]
  /** Events of sockets have none: their namespace decides when it is opened. */
  access?: Access
}

const ofCall = (call: CallDefinition): Row => ({
  costs: costsOf(call),
  limits: namesOf(call),
  access: call.access,
})

/** What everything that visitors can reach declares, by its method and path, or by a socket's namespace and event. */
const declared: Record<string, Row> = {
  ...Object.fromEntries(allCalls.map((call) => [`${call.method} ${apiBase}${call.path}`, ofCall(call)])),
  ...otherRoutes,
  ...socketEvents,
}

test('every limit is declared by a call, and one for accounts by calls of accounts alone', () => {
  const used = new Set(Object.values(declared).flatMap((row) => row.limits))
  expect(Object.keys(limits).filter((name) => !used.has(name as LimitName))).toEqual([])

  const byAccount = (name: LimitName) => 'by' in limits[name] && limits[name].by === 'account'
  const ofAnybody = allCalls.filter(({ access }) => access === 'public')
  expect(ofAnybody.filter((call) => call.limits?.some(byAccount))).toEqual([])
})

test('a test in which a call counts for a limit that it does not declare fails', async () => {
  const app = await openTestContext()
  const take = () => app.ctx.accountLimits.take('refund', 'ada')

  await withLimits('POST declared', ['account refund'], take)
  await withLimits('POST planted', ['account goal'], take)

  await expect(app[Symbol.asyncDispose]()).rejects.toThrow(
    /^POST planted counts for account refund, which it does not declare$/,
  )
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
  const shared = new Map<string, string[]>()
  for (const [route, { costs, limits: names, access = '–' }] of Object.entries(declared)) {
    const row = `${access} | ${costs} | ${names.map((name) => `\`${name}\``).join(', ') || '–'}`
    shared.set(row, [...(shared.get(row) ?? []), `\`${route.replace(apiBase, '')}\``])
  }
  const calls = [...shared].map(([row, routes]) => `| ${routes.join(', ')} | ${row} |\n`)
  const rows = Object.entries(limits).map(
    ([name, { counts, points, duration, past }]) =>
      `| \`${name}\` | ${counts} | ${points}${toTime(duration)} | ${past} |\n`,
  )
  const callHead = '| Call | Access | Costs | Limits |\n|---|---|---|---|\n'
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
