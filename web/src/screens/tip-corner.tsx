import { useState } from 'react'
import type { Goal } from '../../../contract/entities.ts'
import type { CreatorPage } from '../features/creator/use-creator-page.ts'
import type { Captured } from '../features/tip/capture-tip.ts'
import { PaymentDialog } from '../features/tip/payment-dialogs.tsx'
import { TipBox } from '../features/tip/tip-box.tsx'

interface TipCornerProps {
  page: CreatorPage
  goals: Goal[]
  target: string | null
  onTargetChange?: (target: string | null) => void
}

/** The tip box with what is said after a payment, for every page that has one. */
export function TipCorner({ page, goals, target, onTargetChange }: TipCornerProps) {
  const { creator, uid } = page
  const [paid, setPaid] = useState<(Captured & { goalUid: string | null }) | null>(null)
  const goal = page.goals.data?.find(({ goaluuid }) => goaluuid === paid?.goalUid)
  return (
    <>
      <TipBox
        creator={creator}
        creatorUid={uid}
        goals={goals}
        target={target}
        {...(onTargetChange ? { onTargetChange } : {})}
        onPaid={(captured, { goalUid }) => {
          setPaid({ ...captured, goalUid })
          page.goals.retry()
          page.board.retry()
        }}
      />
      <PaymentDialog
        paid={paid && { ...paid, isForGoal: paid.goalUid !== null, goal }}
        onClose={() => setPaid(null)}
      />
    </>
  )
}
