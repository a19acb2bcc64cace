import { Download } from 'lucide-react'
import { useState } from 'react'
import {
  downloadStatement,
  getStatement,
  grossOf,
  movementKind,
} from '../../../../contract/payments/statement-calls.ts'
import type { MovementKind, StatementEntry } from '../../../../contract/payments/statement-calls.ts'
import { isolate } from '../../../../contract/text.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { toRequest } from '../../lib/calls/fetch-call.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { formatLedgerAmount } from '../../lib/payments/format-ledger.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CsvFormSelect, useCsvForm } from '../../parts/csv-form-select.tsx'
import { smallSelectClass } from '../../ui/field.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { WorthNote } from '../../parts/payments/worth-note.tsx'
import { kindNames, nameOfEntry, formatEntryDay } from './format-entry.ts'

interface Filter {
  year?: number | undefined
  kind?: MovementKind | undefined
}

/**
 * The statement: a row for each tip with its fees, and for each other movement, with the balance after it. Can be filtered by year and kind
 * and downloaded as CSV.
 */
export function StatementCard() {
  const [filter, setFilter] = useState<Filter>({})
  const [before, setBefore] = useState<number[]>([])
  const statement = useCall(getStatement, { query: { ...filter, before: before.at(-1) } })
  const { data } = statement
  const [refunded, setRefunded] = useState<StatementEntry>()
  const years = [...new Set(data?.years.map(({ year }) => year))]
  const change = (next: Filter) => {
    setFilter(next)
    setBefore([])
  }
  return (
    <Card id="statement" title={m.statement_statement_title()} hint={m.statement_statement_hint()}>
      <Filters filter={filter} years={years} onChange={change} />
      <Loadable
        loaded={statement}
        failedText={m.statement_statement_failed()}
        skeleton={<BlockSkeletons count={3} />}
      >
        {({ entries }) => (
          <List items={entries} empty={<EmptyNote text={m.statement_statement_empty()} />}>
            {(entry) => <EntryRow key={entry.id} entry={entry} onRefund={() => setRefunded(entry)} />}
          </List>
        )}
      </Loadable>
      <div className="mt-4 flex flex-wrap justify-between gap-3">
        {before.length > 0 ? (
          <Button size="small" onClick={() => setBefore(before.slice(0, -1))}>
            {m.statement_newer()}
          </Button>
        ) : (
          <span />
        )}
        {data?.next && (
          <Button size="small" onClick={() => setBefore([...before, data.next!])}>
            {m.statement_older()}
          </Button>
        )}
      </div>
      {refunded && (
        <RefundDialog entry={refunded} onDone={statement.refetch} onClose={() => setRefunded(undefined)} />
      )}
    </Card>
  )
}

interface FiltersProps {
  filter: Filter
  years: number[]
  onChange: (filter: Filter) => void
}

function Filters({ filter, years, onChange }: FiltersProps) {
  const { year, kind } = filter
  const [form, setForm] = useCsvForm()
  return (
    <div className="mb-2 flex flex-wrap gap-3">
      <select
        aria-label={m.statement_filter_year()}
        className={smallSelectClass}
        value={year ?? ''}
        onChange={({ target }) => onChange({ kind, year: Number(target.value) || undefined })}
      >
        <option value="">{m.statement_filter_all_years()}</option>
        {years.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <select
        aria-label={m.statement_filter_kind()}
        className={`${smallSelectClass} min-w-48 flex-1 sm:flex-none`}
        value={kind ?? ''}
        onChange={({ target }) =>
          onChange({ year, kind: movementKind.options.find((one) => one === target.value) })
        }
      >
        <option value="">{m.statement_filter_all_kinds()}</option>
        {movementKind.options.map((one) => (
          <option key={one} value={one}>
            {kindNames[one]()}
          </option>
        ))}
      </select>
      <CsvFormSelect form={form} onChange={setForm} />
      <ButtonLink
        size="small"
        isDownload
        to={toRequest(downloadStatement, { query: { ...filter, form } }).address}
      >
        <Download aria-hidden className="size-4" />
        {m.statement_csv()}
      </ButtonLink>
    </div>
  )
}

function EntryRow({ entry, onRefund }: { entry: StatementEntry; onRefund: () => void }) {
  const { kind, name, amount, balance, currency, bookedAt, refundable } = entry
  const isCapture = kind === 'capture'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3 sm:grid-cols-[minmax(0,1fr)_6rem_9rem]">
      <div className="col-start-1 row-start-1">
        <p className="font-semibold wrap-anywhere">
          {nameOfEntry(entry)} · {name}
        </p>
        <p className="text-sm text-muted">{formatEntryDay(bookedAt)}</p>
        {entry.adjustment && (
          <p className="text-sm wrap-anywhere">
            {m.statement_adjustment_reason({
              reason: isolate(entry.adjustment.reason),
              id: entry.adjustment.transactionId,
            })}
          </p>
        )}
      </div>
      <Parts entry={entry} />
      {isCapture && refundable > 0 && (
        <Button
          size="small"
          kind="quiet"
          aria-label={m.statement_refund_title({ name })}
          className="row-start-3 -ml-4 justify-self-start sm:col-start-2 sm:row-start-1 sm:ml-0"
          onClick={onRefund}
        >
          {m.statement_refund()}
        </Button>
      )}
      <div className="col-start-2 row-start-1 text-right tabular-nums sm:col-start-3">
        <p className="font-semibold">{formatLedgerAmount(amount, currency)}</p>
        <p className="text-sm text-muted">
          {m.statement_balance({ balance: formatLedgerAmount(balance, currency) })}
        </p>
      </div>
    </li>
  )
}

/**
 * What a row's amount consists of: gross and fees, each in its column. Renders nothing for a row that has no fees, or whose amount is its
 * fees.
 */
function Parts({ entry }: { entry: StatementEntry }) {
  const { amount, currency, platformFee, feeOwed, providerFee, isFeePending, worth } = entry
  const gross = grossOf(entry)
  if ((gross === 0 && amount !== 0) || (gross === amount && platformFee === 0 && !isFeePending && !worth))
    return null
  const parts = [
    { name: m.statement_gross(), text: formatLedgerAmount(gross, currency) },
    { name: m.statement_service_fee(), text: formatLedgerAmount(platformFee, currency) },
    ...(feeOwed === 0
      ? []
      : [{ name: m.statement_years_fees_owed(), text: formatLedgerAmount(feeOwed, currency) }]),
    {
      name: m.statement_kind_provider_fee(),
      text: isFeePending ? m.statement_fee_pending() : formatLedgerAmount(providerFee, currency),
    },
  ]
  return (
    <dl className="col-span-full row-start-2 mt-1 grid grid-cols-3 gap-x-4 gap-y-1 text-sm tabular-nums">
      {parts.map(({ name, text }) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd>
            <span>{text}</span>
            {name === m.statement_gross() && <WorthNote worth={worth} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
