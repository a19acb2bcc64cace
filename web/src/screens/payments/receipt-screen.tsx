import { SearchX } from 'lucide-react'
import { getReceipt } from '../../../../contract/payments/receipt-calls.ts'
import type { Receipt } from '../../../../contract/payments/receipt-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { ResultNote } from '../../ui/result-note.tsx'
import { ReceiptFacts } from '../../features/receipt/receipt-facts.tsx'
import { ReceiptMail } from '../../features/receipt/receipt-mail.tsx'
import { ReceiptProgress } from '../../features/receipt/receipt-progress.tsx'
import { hasCode } from '../../lib/calls/call-error.ts'
import { useLinkToken } from '../../lib/accounts/link-token.ts'
import { useSession } from '../../lib/accounts/session.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/notes.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { browseLink } from '../../lib/pages/browse-link.ts'

/** A supporter's receipt, for everybody with the link. It is refetched while the tip is in progress. */
export function ReceiptScreen() {
  const token = useLinkToken()
  useTitle(m.receipt_title())
  const { data, error, refetch } = useCall(
    getReceipt,
    { body: { token } },
    { refetchInterval: refetchIntervalOf },
  )
  const isSignedIn = useSession().status === 'signed-in'
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-4 px-4 py-8 sm:py-12">
      {data && (
        <>
          <ReceiptProgress receipt={data} />
          <ReceiptFacts receipt={isSignedIn ? data : { ...data, message: null }} />
          {data.paidAt && <ReceiptMail token={token} />}
        </>
      )}
      {!data && !error && <ReceiptSkeleton />}
      {!data && error && isUnknown(error) && (
        <ResultNote Icon={SearchX} title={m.receipt_unknown()}>
          <p className="text-lg text-muted">{m.receipt_unknown_text()}</p>
          <ButtonLink to={browseLink().to} kind="primary">
            {browseLink().label}
          </ButtonLink>
        </ResultNote>
      )}
      {!data && error && !isUnknown(error) && <ErrorNote text={m.receipt_failed()} onRetry={refetch} />}
    </div>
  )
}

function isUnknown(error: Error): boolean {
  return hasCode(error, 'not_found') || hasCode(error, 'invalid_input')
}

const second = 1000
const intervals = { moving: 3 * second, slow: 30 * second, settled: 300 * second }
/** A tip without progress for this long is refetched less often. */
const activeMs = 600 * second

function refetchIntervalOf(receipt: Receipt | undefined): number {
  if (!receipt) return intervals.slow
  const { state, paidAt, orderedAt } = receipt
  switch (state) {
    case 'open':
    case 'paid':
    case 'sent':
      return Date.now() - Date.parse(paidAt ?? orderedAt) < activeMs ? intervals.moving : intervals.slow
    case 'clearing':
    case 'held':
      return intervals.slow
    case 'failed':
    case 'shown':
    case 'returned':
      return intervals.settled
  }
}

function ReceiptSkeleton() {
  return (
    <output aria-label={m.receipt_loading()} className="flex flex-col items-center gap-4">
      <Skeleton className="h-9 w-64 max-w-full" />
      <Skeleton className="h-5 w-80 max-w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-80 w-full" />
    </output>
  )
}
