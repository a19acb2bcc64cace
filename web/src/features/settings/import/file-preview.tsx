import type { ReactNode } from 'react'
import type {
  BadLine,
  FileGuess,
  ImportSummary,
  ImportedLine,
} from '../../../../../contract/imports/import-calls.ts'
import type { LineProblem } from '../../../../../contract/imports/tip-import.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatDateTime } from '../../../lib/format.ts'
import { formatAnyAmount } from './format-any-amount.ts'

const problems: Record<LineProblem, () => string> = {
  columns: m.import_problem_columns,
  time: m.import_problem_time,
  zone: m.import_problem_zone,
  amount: m.import_problem_amount,
  currency: m.import_problem_currency,
  unsureTime: m.import_problem_unsure_time,
  unsureAmount: m.import_problem_unsure_amount,
  unsureCurrency: m.import_problem_unsure_currency,
  none: m.import_problem_none,
  negative: m.import_problem_negative,
  pending: m.import_problem_pending,
  denied: m.import_problem_denied,
  state: m.import_problem_state,
  refund: m.import_problem_refund,
  returned: m.import_problem_returned,
  transfer: m.import_problem_transfer,
  conversion: m.import_problem_conversion,
  hold: m.import_problem_hold,
  fee: m.import_problem_fee,
  sale: m.import_problem_sale,
  kind: m.import_problem_kind,
  repeated: m.import_problem_repeated,
}

/** The first lines of a file as they are understood, with `children` above them, so that a wrong column or date is seen before anything is read. */
export function FilePreview({ guess, children }: { guess: FileGuess; children?: ReactNode }) {
  const { mapping, tips } = guess
  return (
    <section aria-label={m.import_preview()} className="rounded-card bg-sunken p-4">
      <h3 className="font-semibold">{m.import_preview()}</h3>
      {children && <div className="mt-2">{children}</div>}
      {mapping ? (
        <>
          <ul aria-live="polite" className="divide-y divide-line">
            {tips.map((tip) => (
              <TipRow key={tip.line} tip={tip} />
            ))}
          </ul>
          <p className="mt-2 text-sm text-muted">{m.import_utc()}</p>
          <LeftOut guess={guess} />
        </>
      ) : (
        <p className="mt-1 text-sm text-muted">{m.import_preview_none()}</p>
      )}
    </section>
  )
}

/** The first lines that are not imported, each with the reason. It is open if the preview has nothing else. */
function LeftOut({ guess: { problems: bad, bad: count, tips } }: { guess: FileGuess }) {
  if (count === 0) return null
  return (
    <details className="mt-2" open={tips.length === 0}>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center rounded-sm font-semibold text-violet">
        {m.import_preview_bad({ count })}
      </summary>
      <ul className="divide-y divide-line">
        {bad.map((row) => (
          <BadRow key={row.line} row={row} />
        ))}
      </ul>
    </details>
  )
}

/** How many lines are not imported for each reason, the most frequent first. */
export function Reasons({ leftOut }: { leftOut: NonNullable<ImportSummary['leftOut']> }) {
  return (
    <ul className="pb-2 text-sm">
      {leftOut.map(({ problem, lines }) => (
        <li key={problem}>{m.import_reason({ count: lines, reason: problems[problem]() })}</li>
      ))}
    </ul>
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
