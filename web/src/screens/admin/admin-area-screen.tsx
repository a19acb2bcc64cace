import { m } from '../../../../i18n/compiled/messages.js'
import { AccountCard } from '../../features/admin/account-card.tsx'
import { ActionsCard } from '../../features/admin/actions-card.tsx'
import { AdjustmentsCard } from '../../features/admin/adjustments-card.tsx'
import { FailedCard } from '../../features/admin/failed-card.tsx'
import { PaymentCard } from '../../features/admin/payment-card.tsx'
import { ReportsCard } from '../../features/admin/reports-card.tsx'
import { SiteCard } from '../../features/admin/site-card.tsx'
import { UnmatchedPaymentsCard } from '../../features/admin/unmatched-payments-card.tsx'
import { readSolo } from '../../lib/pages/site-document.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { ForAdmins } from './for-admins.tsx'

/** What admins repair and change. For everybody else the page does not exist. */
export function AdminAreaScreen() {
  return (
    <ForAdmins>
      <Area />
    </ForAdmins>
  )
}

function Area() {
  useTitle(m.admin_title())
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-2xl sm:text-3xl">{m.admin_title()}</h1>
        {!readSolo() && <TextLink to="/admin/books">{m.admin_ledger_title()}</TextLink>}
      </div>
      <ReportsCard />
      <AccountCard />
      <PaymentCard />
      <AdjustmentsCard />
      <UnmatchedPaymentsCard />
      <FailedCard />
      <SiteCard />
      <ActionsCard />
    </div>
  )
}
