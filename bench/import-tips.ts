/**
 * Measures how long a file of 100,000 earlier tips takes: reading it, counting its tips, and taking them out again. Prints also how long
 * the server responded to nobody else meanwhile, and how long a tip of the creator would have waited.
 */
import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiBase } from '../contract/calls.ts'
import type { TipImport } from '../contract/imports/import-calls.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import type { Db } from '../db/connection.ts'
import { lockCounter } from '../db/queries/accounts/profiles.ts'
import { runImport } from '../domain/imports/run-import.ts'
import { startTestApp } from '../server/app.fixture.ts'
import type { TestApp } from '../server/app.fixture.ts'
import { track } from './cleanup.ts'
import type { Ratio } from './rounds.ts'

const lines = 100_000
const supporters = 20_000
/** The limits, in seconds: for reading and counting, and for taking out. */
const limits = { 'in, s / limit': 60, 'out, s / limit': 60 }

const mapping =
  'time=0&name=1&message=2&amount=4&currency=6&type=7&id=8&delimiter=comma&dateOrder=dmy&decimalMark=point&inCurrency=usd&fileName=tips.csv&source=kofi'

/** Returns the seconds of reading and counting a file, and of taking it out, each as a part of its limit. */
export async function importTips(): Promise<Record<string, Ratio>> {
  const app = track(await startTestApp())
  const { uid } = await buildCreator(app.db, { currency: 'usd' })
  const cookie = await app.signIn(uid)
  const { read, counted, removed } = await runOnce(app, uid, cookie)
  return {
    'in, s / limit': toRatio('in, s / limit', read + counted),
    'out, s / limit': toRatio('out, s / limit', removed),
  }
}

async function runOnce(app: TestApp, uid: string, cookie: string) {
  const file = new Blob([makeFile()])
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const [checked, read] = await measure(() => upload(app, cookie, file))
  delay.disable()
  const { importId } = checked
  const body = { importId, inBoards: true, inTotals: true, rates: { eur: '1.08' } }
  await app.post('account/imports/start', body, cookie)
  const waits = watchTips(app.db, uid)
  const [, counted] = await measure(() => runImport(app.db, importId))
  const waitMs = await waits.end()
  await app.post('account/imports/remove', { importId }, cookie)
  const [, removed] = await measure(() => runImport(app.db, importId))
  const shown = [read, counted, removed].map((seconds) => `${seconds.toFixed(1)} s`)
  console.log(
    `  ${checked.summary.fresh} tips, ${(file.size / 1e6).toFixed(1)} MB: read ${shown[0]}, counted ${shown[1]}, taken out ${shown[2]};`,
    `server busy for ${(delay.max / 1e6).toFixed(0)} ms at once, a tip waits ${waitMs.toFixed(0)} ms at most`,
  )
  return { read, counted, removed }
}

/** Makes a file in Ko-fi's form: five years of tips in two currencies, by supporters, some of whom give often. */
function makeFile(): string {
  const header =
    'DateTime (UTC),From,Message,Item,Received,Given,Currency,TransactionType,TransactionId,Reference,SalesTax,SalesTaxPercentage,SalesTaxIncludesShipping,BuyerCountry,BuyerStateOrProvince,BuyerEmail,PaymentProvider'
  const start = Date.parse('2020-01-01T00:00:00Z')
  const rows = Array.from({ length: lines }, (_, i) => {
    const at = new Date(start + i * 1_500_000).toISOString()
    const supporter = Math.floor(supporters * (((i * 7919) % lines) / lines) ** 2)
    return `${at},Supporter ${supporter},"Thanks for stream ${i}, it was great",Ko-fi Support,${1 + (i % 20)}.00,,${i % 3 ? 'USD' : 'EUR'},Tip,${randomUUID()},,0,0,false,,,fan${supporter}@mail.example,PayPal`
  })
  return [header, ...rows].join('\r\n')
}

async function upload(app: TestApp, cookie: string, file: Blob): Promise<TipImport> {
  const form = new FormData()
  form.set('file', file, 'tips.csv')
  const address = `${app.url}${apiBase}account/imports/check?${mapping}`
  const response = await fetch(address, { method: 'POST', body: form, headers: { cookie } })
  if (!response.ok) throw new Error(`the file was refused: ${await response.text()}`)
  return (await response.json()) as TipImport
}

async function measure<T>(work: () => Promise<T>): Promise<[T, seconds: number]> {
  const start = performance.now()
  return [await work(), (performance.now() - start) / 1000]
}

/** Takes the lock that a tip takes, again and again; `end` returns the longest wait in milliseconds. */
function watchTips(db: Db, uid: string) {
  let [isOver, max] = [false, 0]
  const watching = (async () => {
    while (!isOver) {
      const [, seconds] = await measure(() => db.transaction().execute((trx) => lockCounter(trx, uid)))
      max = Math.max(max, seconds * 1000)
      await sleep(20)
    }
  })()
  return {
    async end(): Promise<number> {
      isOver = true
      await watching
      return max
    },
  }
}

function toRatio(name: keyof typeof limits, seconds: number): Ratio {
  const limit = limits[name]
  const ratio = seconds / limit
  return { median: ratio, min: ratio, max: ratio, rounds: 1, ours: seconds, baseline: limit }
}
