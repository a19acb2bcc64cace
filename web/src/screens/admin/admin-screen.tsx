import { useState } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { AdminInvoicesCard } from '../../features/admin/admin-invoices-card.tsx'
import { MonthCard } from '../../features/admin/month-card.tsx'
import { VatIdsCard } from '../../features/admin/vat-ids-card.tsx'
import { formatMonth } from '../../lib/payments/format-ledger.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Select } from '../../ui/field.tsx'
import { ForAdmins } from './for-admins.tsx'

const monthsShown = 24

/** The platform's own ledger and invoices, for admins. For everybody else the page does not exist. */
export function AdminScreen() {
  return (
    <ForAdmins>
      <PlatformLedger />
    </ForAdmins>
  )
}

function PlatformLedger() {
  useTitle(m.admin_ledger_title())
  const months = listMonths()
  const [month, setMonth] = useState(months[0]!)
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-2xl sm:text-3xl">{m.admin_ledger_title()}</h1>
        <Select
          label={m.admin_ledger_month()}
          value={month}
          onChange={(event) => setMonth(event.target.value)}
          options={months.map((value) => [value, formatMonth(value)])}
        />
      </div>
      <MonthCard month={month} />
      <AdminInvoicesCard key={month} month={month} />
      <VatIdsCard />
    </div>
  )
}

/** The last months (UTC) as YYYY-MM, the current one first. */
function listMonths(): string[] {
  const now = new Date()
  return Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  )
}
