import { downloadInvoice, getInvoices } from '../../../../contract/payments/invoice-calls.ts'
import type { Invoice } from '../../../../contract/payments/invoice.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { toRequest } from '../../lib/calls/fetch-call.ts'
import { formatInvoiceAmount, formatMonth } from '../../lib/payments/format-ledger.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'

/** The creator's latest invoices and credit notes for the service fee, each as a PDF. */
export function InvoicesCard() {
  const found = useCall(getInvoices, { query: {} })
  return (
    <Card id="invoices" title={m.invoices_title()} hint={m.invoices_hint()}>
      <Loadable loaded={found} failedText={m.invoices_failed()} skeleton={<BlockSkeletons count={1} />}>
        {({ invoices }) => (
          <List items={invoices} empty={<EmptyNote text={m.invoices_empty()} />}>
            {(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} />}
          </List>
        )}
      </Loadable>
    </Card>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { id, number, month, correctedMonth } = invoice
  const name = formatMonth(correctedMonth ?? month)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {`${correctedMonth === null ? name : m.invoices_correction({ month: name })} · ${formatInvoiceAmount(invoice)}`}
        </p>
        <p className="text-sm text-muted">{number}</p>
      </div>
      <ButtonLink
        size="small"
        isDownload
        label={m.invoices_file_label({ number })}
        to={toRequest(downloadInvoice, { params: { id } }).address}
      >
        {m.invoices_file()}
      </ButtonLink>
    </li>
  )
}
