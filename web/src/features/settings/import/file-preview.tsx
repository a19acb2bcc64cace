import type { BadLine, FileGuess, ImportedLine } from '../../../../../contract/import-calls.ts'
import type { LineProblem } from '../../../../../contract/tip-import.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatDateTime } from '../../../lib/format.ts'
import { formatAnyAmount } from './format-any-amount.ts'

const problems: Record<LineProblem, () => string> = {
  columns: m.import_problem_columns,
  time: m.import_problem_time,
  amount: m.import_problem_amount,
  currency: m.import_problem_currency,
  none: m.import_problem_none,
  negative: m.import_problem_negative,
  sale: m.import_problem_sale,
  repeated: m.import_problem_repeated,
}

/** The first lines of a file as they are understood, so that a wrong column or date is seen before anything is read. */
export function FilePreview({ guess: { mapping, tips, problems: bad } }: { guess: FileGuess }) {
  const rows = [...tips, ...bad].toSorted((a, b) => a.line - b.line)
  return (
    <section aria-label={m.import_preview()} className="rounded-card bg-sunken p-4">
      <h3 className="font-semibold">{m.import_preview()}</h3>
      {mapping ? (
        <>
          <ul aria-live="polite" className="divide-y divide-line">
            {rows.map((row) =>
              'problem' in row ? <BadRow key={row.line} row={row} /> : <TipRow key={row.line} tip={row} />,
            )}
          </ul>
          <p className="mt-2 text-sm text-muted">{m.import_utc()}</p>
        </>
      ) : (
        <p className="mt-1 text-sm text-muted">{m.import_preview_none()}</p>
      )}
    </section>
  )
}

/** A tip of a file. Its name and message were written by somebody elsewhere. */
export function TipRow({ tip: { at, name, message, amount, currency } }: { tip: ImportedLine }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-2">
      <p className="font-medium break-words">
        <bdi>{name ?? m.import_anonymous()}</bdi>
      </p>
      <p className="money">{formatAnyAmount(amount, currency)}</p>
      <p className="text-sm text-muted">{formatDateTime(at, 'UTC')}</p>
      {message && (
        <p className="col-span-2 text-sm break-words whitespace-pre-line">
          <bdi>{message}</bdi>
        </p>
      )}
    </li>
  )
}

/** A line that is not imported, with the reason. */
export function BadRow({ row: { line, problem } }: { row: BadLine }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-3 py-2 text-sm">
      <span className="font-medium tabular-nums">{m.import_line({ line })}</span>
      <span className="text-muted">{problems[problem]()}</span>
    </li>
  )
}
