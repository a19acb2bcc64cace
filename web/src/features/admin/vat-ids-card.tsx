import { useState } from 'react'
import { checkVatId, listVatIds } from '../../../../contract/admin/admin-calls.ts'
import type { CallResponse } from '../../../../contract/call.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'

type VatIds = CallResponse<typeof listVatIds>

/** VAT ids that an admin has to check. They come with names and addresses, so they are shown only on request. */
export function VatIdsCard() {
  const [rows, setRows] = useState<VatIds>()
  const { isBusy, run } = useAction()
  return (
    <Card id="vat-ids" title={m.admin_vat_ids()} hint={m.admin_vat_ids_hint()}>
      {rows ? (
        <List items={rows} empty={<EmptyNote text={m.admin_vat_ids_empty()} />}>
          {(row) => (
            <Row
              key={row.uid}
              row={row}
              onChecked={() => setRows((now) => now?.filter(({ uid }) => uid !== row.uid))}
            />
          )}
        </List>
      ) : (
        <Button
          size="small"
          isBusy={isBusy}
          onClick={() => void run(async () => setRows(await call(listVatIds)))}
        >
          {m.admin_vat_ids_show()}
        </Button>
      )}
    </Card>
  )
}

function Row({ row, onChecked }: { row: VatIds[number]; onChecked: () => void }) {
  const { uid, userName, legalName, address, country, vatId } = row
  const { isBusy, run } = useAction()

  const handleValid = () =>
    run(async () => {
      await call(checkVatId, { body: { uid, vatId } })
      toast.success(m.admin_vat_ids_done())
      onChecked()
    })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{vatId}</p>
        <p className="text-sm">
          {legalName}, {address.replaceAll('\n', ', ')}, {country}
        </p>
        <p className="text-sm text-muted">@{userName}</p>
      </div>
      <Button
        size="small"
        aria-label={m.admin_vat_ids_valid_label({ id: vatId })}
        isBusy={isBusy}
        onClick={() => void handleValid()}
      >
        {m.admin_vat_ids_valid()}
      </Button>
    </li>
  )
}
