/** What has happened to a timer: as a list, as a file, and the last tips for its widget. */
import type { Readable } from 'node:stream'
import type { CsvForm } from '../../contract/csv-form.ts'
import type { LiveTimer } from '../../contract/sockets.ts'
import type { OwnTimerEntry } from '../../contract/timer/timer-calls.ts'
import { timerLimits } from '../../contract/timer/timer.ts'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import { listShowNames } from '../../db/queries/timer/timer-shows.ts'
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
    name: names.get(subjectOf(row) ?? '') ?? null,
    amount: row.data.kind === 'tip' ? row.data.worthMinor : null,
    event: row.data.kind === 'show' ? { what: row.data.what, quantity: row.data.quantity } : null,
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
    row.data.kind === 'show' ? row.data.what : row.kind,
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
    name: names.get(subjectOf(row) ?? '') ?? null,
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

/** Returns the id of the tip or show event that an entry is about; undefined for other entries. */
function subjectOf({ tipId, data }: TimerEntryRow): string | undefined {
  return tipId ?? ('showEventId' in data ? data.showEventId : undefined)
}

/**
 * Returns the public names of the tips and show events of these entries, by their ids: none for anonymous tips, for those that are held, and
 * for hidden events.
 */
async function readNames(
  db: Db,
  creatorUid: string,
  rows: readonly TimerEntryRow[],
): Promise<Map<string, string>> {
  const ids = (all: readonly (string | undefined)[]) => [...new Set(all.flatMap((id) => id ?? []))]
  const shows = rows.filter(({ tipId }) => tipId === null).map(subjectOf)
  const [tips, events, words] = await Promise.all([
    timers.listEntryTips(db, ids(rows.map(({ tipId }) => tipId ?? undefined))),
    listShowNames(db, ids(shows)),
    findWordSettings(db, creatorUid),
  ])
  const isPublic = ({ isAnonymous, isHeld }: EntryTip) => !isAnonymous && !isHeld
  const named = [
    ...tips.filter(isPublic).map((tip) => [tip.tipId, tip.supporterName] as const),
    ...events.map(({ id, name }) => [id, name] as const),
  ]
  return new Map(named.map(([id, name]) => [id, censorName(name, words)]))
}
