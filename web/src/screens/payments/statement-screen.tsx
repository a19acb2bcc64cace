import { getDisputes, getStatement } from '../../../../contract/payments/statement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { BankPayoutsCard } from '../../features/statement/bank-payouts-card.tsx'
import { readSolo } from '../../lib/pages/site-document.ts'
import { InvoicesCard } from '../../features/invoices/invoices-card.tsx'
import { BillingCard } from '../../features/invoices/billing-card.tsx'
import { DifferencesCard } from '../../features/statement/differences-card.tsx'
import { DisputesCard } from '../../features/statement/disputes-card.tsx'
import { StatementCard } from '../../features/statement/statement-card.tsx'
import { UnmatchedCard } from '../../features/statement/unmatched-card.tsx'
import { WaitingCard } from '../../features/statement/waiting-card.tsx'
import { YearsCard } from '../../features/statement/years-card.tsx'
import { useAllKnown } from '../../lib/calls/use-all-known.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Folded } from '../../ui/folded.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'

/** A creator's statement: first what needs the creator, then yearly totals, payouts, entries and invoices. */
export function StatementScreen() {
  useTitle(m.statement_title())
  const statement = useCall(getStatement, { query: {} })
  const disputes = useCall(getDisputes)
  if (!useAllKnown(statement, disputes)) return <StatementSkeleton />
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <h1 className="text-2xl sm:text-3xl">{m.statement_title()}</h1>
      <WaitingCard />
      <UnmatchedCard />
      <DifferencesCard />
      <DisputesCard />
      <YearsCard />
      <BankPayoutsCard />
      <StatementCard />
      {!readSolo() && (
        <Folded title={m.invoices_folded()} contents={m.invoices_folded_contents()}>
          <InvoicesCard />
          <BillingCard />
        </Folded>
      )}
    </div>
  )
}

/** What needs the creator comes first, so nothing is shown before we know whether it is there: all the rest would move. */
function StatementSkeleton() {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <h1 className="text-2xl sm:text-3xl">{m.statement_title()}</h1>
      <BlockSkeletons count={6} />
    </div>
  )
}
