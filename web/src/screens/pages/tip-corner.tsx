import { Suspense, lazy, useEffect, useState } from 'react'
import type { Goal } from '../../../../contract/entities.ts'
import type { CreatorPage } from '../../features/creator/use-creator-page.ts'
import type { Captured } from '../../features/tip/capture-tip.ts'
import { TipBox } from '../../features/tip/tip-box.tsx'
import type { TipOrder } from '../../features/tip/tip-draft.ts'
import { whenIdle } from '../../lib/when-idle.ts'

interface TipCornerProps {
  page: CreatorPage
  goals: Goal[]
  target: string | null
  onTargetChange?: (target: string | null) => void
}

const loadDialogs = () => import('../../features/tip/payment-dialogs.tsx')
const PaymentDialog = lazy(async () => ({ default: (await loadDialogs()).PaymentDialog }))

/** The tip box, and the dialog that follows a payment. Its code is loaded after the page's, long before it is needed. */
export function TipCorner({ page, goals, target, onTargetChange }: TipCornerProps) {
  const { creator, creatorId } = page
  const [paid, setPaid] = useState<{ captured: Captured; order: TipOrder } | null>(null)
  // if this fails, it is loaded again after the payment
  useEffect(() => whenIdle(() => void loadDialogs().catch(() => {})), [])
  const goal = page.goals.data?.find(({ goaluuid }) => goaluuid === paid?.order.goalId)
  return (
    <>
      <TipBox
        creator={creator}
        creatorId={creatorId}
        goals={goals}
        target={target}
        {...(onTargetChange ? { onTargetChange } : {})}
        onPaid={(captured, order) => {
          setPaid({ captured, order })
          page.goals.refetch()
          page.board.refetch()
        }}
      />
      {paid && (
        <Suspense>
          <PaymentDialog
            paid={{
              ...paid.captured,
              isForGoal: paid.order.goalId !== null,
              goal,
              amountMinor: paid.order.amountMinor,
              currency: paid.order.currency,
              creator,
            }}
            onClose={() => setPaid(null)}
          />
        </Suspense>
      )}
    </>
  )
}
