/** Uses what a creator has beside the site: an API token, a timer, widgets and imports. */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { addApiToken } from '../../contract/tools/api-token-calls.ts'
import { apiBase } from '../../contract/calls.ts'
import {
  checkImport,
  getImports,
  guessImport,
  listImportedTips,
  startImport,
} from '../../contract/imports/import-calls.ts'
import type { FileGuess } from '../../contract/imports/import-calls.ts'
import { confirmSession } from '../../contract/accounts/security-calls.ts'
import {
  changeTimer,
  createTimer,
  downloadTimerEntries,
  getTimerEntries,
  getTimers,
} from '../../contract/timer/timer-calls.ts'
import { defaultTimerRule } from '../../contract/timer/timer.ts'
import { toolScope } from '../../contract/tools/tool-scopes.ts'
import { getStreamTotal, startStreamTotal } from '../../contract/alerts/widget-calls.ts'

type Query = Record<string, string | number | boolean>

/** Returns functions that call the product with the session of a page. */
function openCalls(request: APIRequestContext, url: string) {
  return {
    async get<T>({ path }: { path: string }, params: Query = {}): Promise<T> {
      return read<T>(await request.get(url + apiBase + path, { params }))
    },
    async post<T>({ path }: { path: string }, data: object = {}): Promise<T> {
      return read<T>(await request.post(url + apiBase + path, { data }))
    },
    async send<T>({ path }: { path: string }, file: string, params: Query = {}): Promise<T> {
      const multipart = { file: { name: 'Ko-fi.csv', mimeType: 'text/csv', buffer: Buffer.from(file) } }
      return read<T>(await request.post(url + apiBase + path, { multipart, params }))
    },
  }
}

async function read<T>(response: { status(): number; text(): Promise<string>; url(): string }): Promise<T> {
  const text = await response.text()
  expect([response.url(), response.status()]).toEqual([response.url(), 200])
  return (text.startsWith('{') ? JSON.parse(text) : {}) as T
}

/** Makes a token that may do everything, which the password confirms, and returns the headers of a tool that uses it. */
export async function makeToken({ request }: Page, url: string, password: string) {
  const { post } = openCalls(request, url)
  await post(confirmSession, { password })
  const body = { name: 'A deck', scopes: toolScope.options, days: 7 }
  const { token } = await post<{ token: string }>(addApiToken, body)
  return { authorization: `Bearer ${token}` }
}

/** Starts a timer, which the next tips extend. */
export async function startTimer({ request }: Page, url: string): Promise<string> {
  const { post } = openCalls(request, url)
  const { timerId } = await post<{ timerId: string }>(createTimer, {
    name: 'Marathon',
    rule: defaultTimerRule,
  })
  const change = { kind: 'start', seconds: 3600 }
  await post(changeTimer, { timerId, entryId: randomUUID(), change })
  return timerId
}

/** Reads everything that a tool with the token can read. */
export async function readAsTool(
  url: string,
  headers: { authorization: string },
  timerId: string,
): Promise<void> {
  const paths = ['goals', 'tips', 'latest-tip', 'board?period=all', 'panel', 'timers', `timer?id=${timerId}`]
  for (const path of paths) {
    const response = await fetch(`${url}${apiBase}tools/${path}`, { headers })
    expect([path, response.status]).toEqual([path, 200])
    await response.text()
  }
}

/** Reads what the creator sees of timers and totals, and starts the stream's total again. */
export async function readTimersAndTotals({ request }: Page, url: string, timerId: string): Promise<void> {
  const { get, post } = openCalls(request, url)
  await get(getTimers)
  await get(getTimerEntries, { timerId })
  await get(downloadTimerEntries, { timerId })
  await get(getStreamTotal)
  await post(startStreamTotal)
}

/** Imports a file of Ko-fi, and reads its tips. */
export async function importTips({ request }: Page, url: string, file: string): Promise<void> {
  const { get, post, send } = openCalls(request, url)
  const { mapping, source } = await send<FileGuess>(guessImport, file)
  const query = { ...mapping, fileName: 'Ko-fi.csv', source } as unknown as Query
  const { importId } = await send<{ importId: string }>(checkImport, file, query)
  await post(startImport, { importId, inBoards: true, inTotals: true, rates: {} })
  const list = async () => (await get<{ imports: object[] }>(getImports)).imports
  await expect.poll(list).toMatchObject([{ importId, state: 'imported', tips: 1 }])
  await get(listImportedTips, { importId })
}
