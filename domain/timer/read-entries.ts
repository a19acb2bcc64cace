/** What has happened to a timer: as a list, as a file, and the last tips for its widget. */
import type { Readable } from 'node:stream'
import type { CsvForm } from '../../contract/csv-form.ts'
import type { LiveTimer } from '../../contract/sockets.ts'
import type { OwnTimerEntry } from '../../contract/timer/timer-calls.ts'
import { timerLimits } from '../../contract/timer/timer.ts'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import * as timers from '../../db/queries/timer/timers.ts'
import type { EntryTip, TimerEntryRow } from '../../db/queries/timer/timers.ts'
import { findWordSettings } from '../../db/queries/moderation/word-settings.ts'
import { writeCsv } from '../csv.ts'
import type { CsvCell } from '../csv.ts'
import { censorName } from '../moderation/censor-tip.ts'
import { computeTimer } from './compute-timer.ts'
import { advance } from './timer-state.ts'
import { readState, toEntry } from './timer-row.ts'

/** Reads one page of a timer's entries, latest first. Page 0 is the first. Throws AppError `not_found`. */
export async function readTimerEntries(
  db: Db,
  creatorUid: string,
  { timerId, page }: { timerId: string; page: number },
): Promise<{ entries: OwnTimerEntry[]; hasMore: boolean }> {
  const { rows, computed } = await computeOwn(db, creatorUid, timerId)
  const from = page * timerLimits.pageSize
  const shown = rows.toReversed().slice(from, from + timerLimits.pageSize)
  const names = await readNames(db, creatorUid, shown)
  const entries = shown.map((row) => ({
    entryId: row.entryId,
    kind: row.kind,
    at: row.at.toISOString(),
    addedMs: computed.addedMs.get(row.entryId) ?? 0,
    isUndone: computed.undone.has(row.entryId),
    name: (row.tipId && names.get(row.tipId)) ?? null,
    amount: row.data.kind === 'tip' ? row.data.worthMinor : null,
  }))
  return { entries, hasMore: rows.length > from + timerLimits.pageSize }
}

/** Writes all entries of a timer as CSV, oldest first, without names. Throws AppError `not_found`. */
export async function writeTimerCsv(
  db: Db,
  creatorUid: string,
  { timerId, form }: { timerId: string; form: CsvForm },
): Promise<{ name: string; content: Readable }> {
  const { rows, computed } = await computeOwn(db, creatorUid, timerId)
  const lines = rows.map((row): CsvCell[] => [
    row.at,
    row.kind,
    (computed.addedMs.get(row.entryId) ?? 0) / 1000,
    row.tipId,
    computed.undone.has(row.entryId) ? 'yes' : null,
  ])
  return { name: 'brimful-timer.csv', content: writeCsv(form, pagesOf(lines)) }
}

const columns = ['Time (UTC)', 'Kind', 'Seconds added', 'Tip', 'Undone']

async function* pagesOf(lines: CsvCell[][]): AsyncGenerator<CsvCell[][]> {
  yield [columns, ...lines]
}

/** How many of the last entries a widget can show as they come. */
const latestCount = 5

/** Reads the state of a creator's timers as widgets show it, with public names only. */
export async function readLiveTimers(db: Db, creatorUid: string): Promise<LiveTimer[]> {
  const rows = await timers.listTimers(db, creatorUid)
  return Promise.all(
    rows.map(async ({ timerId, name, version, state: stored }) => {
      const state = readState(stored)
      const latest = await timers.listLatestTipEntries(db, timerId, latestCount)
      return {
        timerId,
        name,
        version,
        status: advance(state, Date.now()).status,
        endsAtMs: state.endsAtMs,
        restMs: state.restMs,
        isHappyHour: state.happyHours.some(({ fromMs, toMs }) => fromMs <= Date.now() && Date.now() < toMs),
        latest: await toLatest(db, creatorUid, latest),
      }
    }),
  )
}

async function toLatest(db: Db, creatorUid: string, rows: readonly TimerEntryRow[]) {
  const names = await readNames(db, creatorUid, rows)
  return rows.map((row) => ({
    entryId: row.entryId,
    kind: row.kind,
    name: (row.tipId && names.get(row.tipId)) ?? null,
  }))
}

async function computeOwn(db: Db, creatorUid: string, timerId: string) {
  const timer = await timers.findTimer(db, creatorUid, timerId)
  if (!timer) throw new AppError('not_found')
  const rows = (await timers.listTimerEntries(db, timerId)).sort(
    (a, b) => a.at.getTime() - b.at.getTime() || (a.entryId < b.entryId ? -1 : 1),
  )
  return { rows, computed: computeTimer(rows.map(toEntry)) }
}

/** Returns the public names of the tips of these entries: none for anonymous tips and for those that are held. */
async function readNames(
  db: Db,
  creatorUid: string,
  rows: readonly TimerEntryRow[],
): Promise<Map<string, string>> {
  const [tips, words] = await Promise.all([
    timers.listEntryTips(db, [...new Set(rows.flatMap(({ tipId }) => tipId ?? []))]),
    findWordSettings(db, creatorUid),
  ])
  const isPublic = ({ isAnonymous, isHeld }: EntryTip) => !isAnonymous && !isHeld
  return new Map(tips.filter(isPublic).map((tip) => [tip.tipId, censorName(tip.supporterName, words)]))
}
