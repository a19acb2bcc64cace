import { downloadAnyInvoice, findInvoices } from '../../../../contract/admin/admin-calls.ts'
import type { CallResponse } from '../../../../contract/call.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { download } from '../../lib/calls/download.ts'
import { formatInvoiceAmount } from '../../lib/payments/format-ledger.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useState } from 'react'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'

/** A month's invoices, fifty at a time. Each PDF requires a confirmed session. */
export function AdminInvoicesCard({ month }: { month: string }) {
  const [after, setAfter] = useState<string>()
  const found = useCall(findInvoices, { query: { month, ...(after && { after }) } })
  return (
    <Card id="invoices" title={m.admin_invoices()} hint={m.admin_invoices_hint()}>
      <Loadable loaded={found} failedText={m.admin_invoices_failed()} skeleton={<BlockSkeletons count={2} />}>
        {({ invoices, next }) => (
          <>
            <List items={invoices} empty={<EmptyNote text={m.admin_invoices_empty()} />}>
              {(invoice) => <Row key={invoice.id} invoice={invoice} />}
            </List>
            {next && (
              <Button size="small" className="mt-4" onClick={() => setAfter(next)}>
                {m.statement_older()}
              </Button>
            )}
          </>
        )}
      </Loadable>
    </Card>
  )
}

function Row({ invoice }: { invoice: CallResponse<typeof findInvoices>['invoices'][number] }) {
  const { id, number, userName } = invoice
  const { isBusy, run } = useAction()
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {number} · {formatInvoiceAmount(invoice)}
        </p>
        <p className="text-sm text-muted">{userName ? `@${userName}` : m.invoice_erased()}</p>
      </div>
      <Button
        size="small"
        aria-label={m.invoices_file_label({ number })}
        isBusy={isBusy}
        onClick={() => void run(() => download(downloadAnyInvoice, { params: { id } }))}
      >
        {m.invoices_file()}
      </Button>
    </li>
  )
}
