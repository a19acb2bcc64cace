/** Reads a file of earlier tips into lines that count nowhere yet. */
import { AppError } from '../../contract/errors.ts'
import type { ImportSummary } from '../../contract/imports/import-calls.ts'
import type { LineProblem } from '../../contract/imports/tip-import.ts'
import type { Db } from '../../db/connection.ts'
import * as queries from '../../db/queries/imports/imports.ts'
import { findSpan, takeBack } from '../../db/queries/imports/returned-tips.ts'
import type { Span, TakenBack } from '../../db/queries/imports/returned-tips.ts'
import type { ReadLines } from './read-import-file.ts'
import { isProblem } from './read-line.ts'
import type { FileProblem, FileTip, Returned } from './read-line.ts'

/**
 * Reads a file with `read`, which passes on its lines in batches, and stores what is understood of it; cells that are not mapped, and
 * email addresses, are stored nowhere. Returns what it adds up to. Throws what `read` throws, AppError `import_refused` for a file
 * without lines, and `not_found` if the import was removed meanwhile.
 */
export async function checkFile(
  db: Db,
  target: { importId: string; creatorUid: string },
  read: (take: (lines: ReadLines) => Promise<void>) => Promise<void>,
): Promise<ImportSummary> {
  const sums = openSums()
  const returns = openReturns()
  await read(async (lines) => {
    const tips = lines.filter((one): one is FileTip => !isProblem(one))
    const problems = lines.filter(isProblem)
    for (const { returned } of problems) if (returned) returns.add(returned)
    const known = await store(db, target, tips, problems)
    sums.add(problems, tips, known)
  })
  const taken = await takeAllBack(db, target.importId, returns.list())
  const span = taken.length > 0 ? await findSpan(db, target.importId) : undefined
  sums.takeBack(taken, span)
  if (sums.summary().lines === 0) throw new AppError('import_refused', { text: 'error_import_empty' })
  return sums.summary()
}

/** Stores lines, and returns which of them are new to the file, and whether an earlier import has them. */
async function store(
  db: Db,
  target: { importId: string; creatorUid: string },
  tips: readonly FileTip[],
  problems: readonly FileProblem[],
): Promise<Map<number, boolean>> {
  return db.transaction().execute(async (trx) => {
    const stored = await queries.insertTipLines(trx, target, tips)
    if (!stored) throw new AppError('not_found')
    const repeated = tips.filter(({ line }) => !stored.has(line))
    const bad = [...problems, ...repeated.map(({ line }) => ({ line, problem: 'repeated' }))]
    if (bad.length > 0) await queries.insertBadLines(trx, target.importId, bad)
    return stored
  })
}

/** How many tips are reduced in one statement. */
const returnsAtOnce = 1_000

/** Takes what was returned off the new tips of a file, and returns what was taken. */
async function takeAllBack(db: Db, importId: string, returns: readonly Returned[]): Promise<TakenBack[]> {
  const taken: TakenBack[] = []
  for (let from = 0; from < returns.length; from += returnsAtOnce)
    taken.push(...(await takeBack(db, importId, returns.slice(from, from + returnsAtOnce))))
  return taken
}

/** Adds up what was returned of each tip. A refund that the file has twice counts once. */
function openReturns() {
  const sums = new Map<string, Returned>()
  const seen = new Set<string>()
  return {
    add(returned: Returned): void {
      if (returned.id !== '' && seen.has(returned.id)) return
      seen.add(returned.id)
      const key = `${returned.dedupKey.toString('hex')} ${returned.currency}`
      const before = sums.get(key)?.amountMinor ?? 0
      sums.set(key, { ...returned, amountMinor: before + returned.amountMinor })
    },
    list: () => [...sums.values()],
  }
}

/** Adds up the lines of a file as they come. */
function openSums() {
  const reasons = new Map<LineProblem, number>()
  const currencies = new Map<string, { tips: number; amount: number }>()
  let [lines, fresh, known, from, to] = [0, 0, 0, Infinity, -Infinity]

  function addFresh({ at, currency, amountMinor }: FileTip): void {
    fresh++
    from = Math.min(from, at.getTime())
    to = Math.max(to, at.getTime())
    const sum = currencies.get(currency) ?? { tips: 0, amount: 0 }
    currencies.set(currency, { tips: sum.tips + 1, amount: sum.amount + amountMinor })
  }
  const addReason = (problem: LineProblem) => reasons.set(problem, (reasons.get(problem) ?? 0) + 1)
  return {
    /** Adds a batch of lines; `stored` says of each stored tip whether it is known. */
    add(
      problems: readonly FileProblem[],
      tips: readonly FileTip[],
      stored: ReadonlyMap<number, boolean>,
    ): void {
      lines += problems.length + tips.length
      for (const { problem } of problems) addReason(problem)
      for (const tip of tips) {
        const isKnown = stored.get(tip.line)
        if (isKnown === undefined) addReason('repeated')
        if (isKnown) known++
        if (isKnown === false) addFresh(tip)
      }
    },
    /** Subtracts what was taken off tips. `span` has the times that are left. */
    takeBack(taken: readonly TakenBack[], span: Span | undefined): void {
      for (const { currency, amountMinor, isAll } of taken) {
        const sum = currencies.get(currency)!
        sum.amount -= amountMinor
        if (!isAll) continue
        fresh--
        sum.tips--
        addReason('returned')
        if (sum.tips === 0) currencies.delete(currency)
      }
      if (span?.from && span.to) [from, to] = [span.from.getTime(), span.to.getTime()]
    },
    summary(): ImportSummary {
      const toTime = (time: number) => (fresh > 0 ? new Date(time).toISOString() : null)
      const sorted = [...currencies].toSorted(([, a], [, b]) => b.tips - a.tips)
      return {
        lines,
        fresh,
        known,
        bad: lines - fresh - known,
        leftOut: [...reasons]
          .toSorted(([, a], [, b]) => b - a)
          .map(([problem, count]) => ({ problem, lines: count })),
        from: toTime(from),
        to: toTime(to),
        currencies: sorted.map(([currency, sum]) => ({ currency, ...sum })),
      }
    },
  }
}
