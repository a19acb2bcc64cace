import { useState } from 'react'
import type { Goal } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import type { CreatorPage } from '../../features/creator/use-creator-page.ts'
import { TipCorner } from './tip-corner.tsx'

/**
 * The tip box of one goal. It stays when the goal closes while the page is open: a payment in progress still counts, and the
 * supporter whose tip fills the goal is still thanked.
 */
export function GoalTip({ page, goal }: { page: CreatorPage; goal: Goal }) {
  const isOpen = goal.status === 'ACTIVE'
  const [wasOpen] = useState(isOpen)
  return (
    <div className="flex flex-col gap-4">
      {!isOpen && <p className="rounded-card bg-sunken px-4 py-3 text-muted">{m.goal_closed_text()}</p>}
      {wasOpen && <TipCorner page={page} goals={[]} target={goal.goaluuid} />}
    </div>
  )
}
