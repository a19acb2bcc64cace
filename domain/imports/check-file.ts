/** Reads a file of earlier tips into lines that count nowhere yet. */
import { AppError } from '../../contract/errors.ts'
import type { ImportSummary } from '../../contract/import-calls.ts'
import type { LineProblem } from '../../contract/tip-import.ts'
import type { Db } from '../../db/connection.ts'
import * as queries from '../../db/queries/imports.ts'
import type { ReadLines } from './read-import-file.ts'
import { isProblem } from './read-line.ts'
import type { FileProblem, FileTip } from './read-line.ts'

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
  await read(async (lines) => {
    const tips = lines.filter((one): one is FileTip => !isProblem(one))
    const problems = lines.filter(isProblem)
    const known = await store(db, target, tips, problems)
    sums.add(problems, tips, known)
  })
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
