import {
  downloadPlatformEntries,
  downloadPlatformInvoices,
  getPlatformMonth,
} from '../../../../contract/admin/admin-calls.ts'
import type { InvoiceSum, PlatformMonth, PlatformSum } from '../../../../contract/admin/admin-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { download } from '../../lib/calls/download.ts'
import { formatDay } from '../../lib/format.ts'
import { formatLedgerAmount } from '../../lib/payments/format-ledger.ts'
import { dateLocale } from '../../lib/locale.ts'
import { providerNames } from '../../../../contract/providers.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CsvFormSelect, useCsvForm } from '../../parts/csv-form-select.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'

/** The platform's service fees of a month by provider and currency, the sums of its invoices, and both as files. */
export function MonthCard({ month }: { month: string }) {
  const found = useCall(getPlatformMonth, { query: { month } })
  return (
    <Card id="month" title={m.admin_ledger_sums()} hint={m.admin_ledger_sums_hint()}>
      <Loadable loaded={found} failedText={m.admin_ledger_failed()} skeleton={<BlockSkeletons count={2} />}>
        {(data) => <Month month={month} {...data} />}
      </Loadable>
    </Card>
  )
}

function Month({ month, sums, invoiceSums, ...state }: PlatformMonth & { month: string }) {
  return (
    <>
      <p className="mb-4 rounded-card bg-sunken p-4">{stateText(state)}</p>
      <List items={sums} empty={<EmptyNote text={m.admin_ledger_sums_empty()} />}>
        {(sum) => <SumRow key={sum.provider + sum.currency} sum={sum} />}
      </List>
      {invoiceSums.length > 0 && (
        <div className="mt-4 border-t border-line pt-4">
          <h3 className="mb-1 font-semibold">{m.admin_invoices()}</h3>
          <List items={invoiceSums}>{(sum) => <InvoiceSumRow key={keyOf(sum)} sum={sum} />}</List>
        </div>
      )}
      <Files month={month} />
    </>
  )
}

function stateText({ closedAt, hasSeller }: Pick<PlatformMonth, 'closedAt' | 'hasSeller'>): string {
  if (closedAt) return m.admin_ledger_closed({ day: formatDay(closedAt) })
  return hasSeller ? m.admin_ledger_open() : m.admin_ledger_no_seller()
}

function SumRow({ sum }: { sum: PlatformSum }) {
  const { provider, currency, owedOpening, charged, returned, received, owedClosing } = sum
  const lines = [
    { name: m.admin_ledger_opening(), minor: owedOpening },
    { name: m.admin_ledger_charged(), minor: charged },
    { name: m.admin_ledger_returned(), minor: returned },
    { name: m.admin_ledger_received(), minor: received },
    { name: m.admin_ledger_closing(), minor: owedClosing },
  ]
  return (
    <li className="py-3 tabular-nums first:pt-0">
      <p className="mb-2 font-semibold">
        {providerNames[provider]} · {currency.toUpperCase()}
      </p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:grid-cols-5">
        {lines.map(({ name, minor }) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd>{formatLedgerAmount(minor, currency)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

const keyOf = ({ currency, country, vatRule, vatRate }: InvoiceSum) =>
  [currency, country, vatRule, vatRate].join()

const ruleTexts = {
  charged: m.admin_rule_charged,
  reverse_charge: m.admin_rule_reverse_charge,
  outside: m.admin_rule_outside,
  not_registered: m.admin_rule_not_registered,
}

function InvoiceSumRow({ sum }: { sum: InvoiceSum }) {
  const { currency, country, vatRule, vatRate, net, vat, invoices, creditNotes } = sum
  const rate = (vatRate / 10_000).toLocaleString(dateLocale(), { style: 'percent', maximumFractionDigits: 2 })
  return (
    <li className="py-3 text-sm tabular-nums">
      <p className="font-semibold">
        {ruleTexts[vatRule]({ rate })} ·{' '}
        {m.admin_invoices_vat({
          country,
          net: formatLedgerAmount(net, currency),
          vat: formatLedgerAmount(vat, currency),
        })}
      </p>
      <p className="text-muted">{m.admin_invoices_counts({ invoices, notes: creditNotes })}</p>
    </li>
  )
}

/** Both files of the month. The first download asks the admin to confirm the session. */
function Files({ month }: { month: string }) {
  const { isBusy, run } = useAction()
  const [form, setForm] = useCsvForm()
  const query = { month, form }
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <CsvFormSelect form={form} onChange={setForm} />
      <Button
        size="small"
        isBusy={isBusy}
        onClick={() => void run(() => download(downloadPlatformEntries, { query }))}
      >
        {m.admin_ledger_entries()}
      </Button>
      <Button
        size="small"
        isBusy={isBusy}
        onClick={() => void run(() => download(downloadPlatformInvoices, { query }))}
      >
        {m.admin_ledger_invoice_list()}
      </Button>
    </div>
  )
}
