import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import {
  importRate,
  listBadLines,
  removeImport,
  startImport,
} from '../../../../../contract/imports/import-calls.ts'
import type { BadLine, ImportSummary, TipImport } from '../../../../../contract/imports/import-calls.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { readAmount } from '../../../../../contract/money/read-amount.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { formatDay } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { usePages } from '../../../lib/calls/use-pages.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { BadRow, Reasons } from './file-preview.tsx'
import { formatAnyAmount } from './format-any-amount.ts'

interface CheckedImportProps {
  checked: TipImport
  /** The creator's currency. */
  currency: PayoutCurrency
  onStarted: (started: TipImport) => void
  onDiscarded: () => void
  /** The button for another file. */
  children: ReactNode
}

/** What importing a file would do, each line that is left out, and the choice where its tips count. */
export function CheckedImport({ checked, currency, onStarted, onDiscarded, children }: CheckedImportProps) {
  const { importId, summary, fileName } = checked
  const discarding = useAction()
  const isNothing = summary.fresh === 0

  async function handleDiscard() {
    if (!(await discarding.run(() => call(removeImport, { body: { importId } })))) return
    toast.success(m.import_discarded())
    onDiscarded()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 className="text-lg font-semibold">
          {isNothing ? m.import_checked_nothing() : m.import_checked_title()}
        </h3>
        <p className="text-sm break-all text-muted">
          <bdi>{fileName}</bdi>
        </p>
      </div>
      <Summary summary={summary} />
      {summary.bad > 0 && <BadLines importId={importId} count={summary.bad} leftOut={summary.leftOut} />}
      {!isNothing && <StartForm checked={checked} currency={currency} onStarted={onStarted} />}
      <div className="flex flex-wrap items-start gap-2 border-t border-line pt-4">
        {children}
        <Button kind="quiet" isBusy={discarding.isBusy} onClick={() => void handleDiscard()}>
          {m.import_discard()}
        </Button>
      </div>
    </div>
  )
}

function Summary({ summary: { fresh, known, from, to, currencies } }: { summary: ImportSummary }) {
  const period = from && to ? m.import_period({ from: formatDay(from), to: formatDay(to) }) : ''
  return (
    <div className="rounded-card bg-sunken p-4">
      {fresh > 0 && <p className="font-semibold">{m.import_fresh({ count: fresh, period })}</p>}
      <ul>
        {currencies.map(({ currency, amount }) => (
          <li key={currency} className="money text-xl">
            {formatAnyAmount(amount, currency)}
          </li>
        ))}
      </ul>
      {known > 0 && <p className="text-sm text-muted">{m.import_known({ count: known })}</p>}
    </div>
  )
}

interface BadLinesProps {
  importId: string
  count: number
  leftOut: ImportSummary['leftOut']
}

function BadLines({ importId, count, leftOut = [] }: BadLinesProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center rounded-sm font-semibold text-violet">
        {m.import_bad({ count })}
      </summary>
      <Reasons leftOut={leftOut} />
      {isOpen && <BadLineList importId={importId} />}
    </details>
  )
}

function BadLineList({ importId }: { importId: string }) {
  const list = usePages<typeof listBadLines, BadLine>(listBadLines, ({ lines }) => lines, { importId })
  return (
    <div className="rounded-card border border-line px-4 py-1">
      <Loadable
        loaded={list}
        failedText={m.import_bad_failed()}
        skeleton={<RowSkeletons label={m.import_bad_loading()} />}
      >
        {(lines) => (
          <ul className="divide-y divide-line">
            {lines.map((row) => (
              <BadRow key={row.line} row={row} />
            ))}
          </ul>
        )}
      </Loadable>
      <MoreButton list={list} />
    </div>
  )
}

type StartFormProps = Pick<CheckedImportProps, 'checked' | 'currency' | 'onStarted'>

function StartForm({ checked, currency: own, onStarted }: StartFormProps) {
  const { importId, summary, hasPublicNames } = checked
  const others = summary.currencies.map(({ currency }) => currency).filter((one) => one !== own)
  const [rates, setRates] = useState<Record<string, string>>({})
  const [isTried, setIsTried] = useState(false)
  const [inBoards, setInBoards] = useState(hasPublicNames)
  const [inTotals, setInTotals] = useState(true)
  const { isBusy, run } = useAction()
  const isWrong = (currency: string) => !importRate.safeParse(toRate(rates[currency])).success

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    if (others.some(isWrong)) return
    const given = Object.fromEntries(others.map((currency) => [currency, toRate(rates[currency])]))
    await run(async () => {
      onStarted(await call(startImport, { body: { importId, inBoards, inTotals, rates: given } }))
      toast.success(m.import_started())
    })
  }
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => void handleSubmit(event)}
    >
      {others.map((currency) => {
        const names = { currency: currency.toUpperCase(), own: own.toUpperCase() }
        return (
          <Field
            key={currency}
            name={`rate-${currency}`}
            label={m.import_rate(names)}
            hint={m.import_rate_hint(names)}
            error={isTried && isWrong(currency) && m.invalid_import_rate()}
            inputMode="decimal"
            maxLength={16}
            value={rates[currency] ?? ''}
            onChange={(event) => setRates({ ...rates, [currency]: event.target.value })}
          />
        )
      })}
      <CountChoice {...{ hasPublicNames, inBoards, inTotals, setInBoards, setInTotals }} />
      <Button type="submit" kind="primary" className="justify-self-start" isBusy={isBusy}>
        {m.import_start({ count: summary.fresh })}
      </Button>
    </form>
  )
}

interface CountChoiceProps {
  hasPublicNames: boolean
  inBoards: boolean
  inTotals: boolean
  setInBoards: (on: boolean) => void
  setInTotals: (on: boolean) => void
}

function CountChoice(props: CountChoiceProps) {
  const { hasPublicNames, inBoards, inTotals, setInBoards, setInTotals } = props
  return (
    <fieldset>
      <legend className="font-semibold">{m.import_counts()}</legend>
      <SwitchRow
        label={m.import_in_boards()}
        hint={hasPublicNames ? m.import_in_boards_hint() : m.import_in_boards_private()}
        checked={inBoards}
        onChange={setInBoards}
      />
      {inBoards && !hasPublicNames && (
        <p role="alert" className="mb-2 text-sm font-medium text-rose">
          {m.import_in_boards_warning()}
        </p>
      )}
      <SwitchRow
        label={m.import_in_totals()}
        hint={m.import_in_totals_hint()}
        checked={inTotals}
        onChange={setInTotals}
      />
    </fieldset>
  )
}

/** Returns a typed rate as it is sent: with a point. Its only mark separates decimals, because no rate is in the thousands. */
function toRate(typed = ''): string {
  const rate = readAmount(typed)
  return rate && !rate.isNegative && rate.currencies.length === 0 ? rate.digits : ''
}
