import type { Goal } from '../../../../contract/entities.ts'
import { changeGoalStatus, getOwnGoals } from '../../../../contract/goals/own-goal-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { useSession } from '../../lib/accounts/session.ts'
import { formatAmount } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'

/** Tells the creator that a refund or dispute has taken a filled goal below its target, and offers to reopen the goal. */
export function ReopenNote({ goal, userName }: { goal: Goal; userName: string }) {
  const { user } = useSession()
  const mayHaveLost = goal.status === 'COMPLETED' && goal.amount_received < goal.amount
  const isOwner = user?.brimfulUserName === userName
  const own = useCall(getOwnGoals, {}, { enabled: mayHaveLost && isOwner })
  const { isBusy, run } = useAction()
  const hasLostMoney = own.data?.some(
    (one) => one.goaluuid === goal.goaluuid && one.hasLostMoney && one.status === 'COMPLETED',
  )
  if (!mayHaveLost || !isOwner || !hasLostMoney) return null

  const handleReopen = () =>
    run(async () => {
      await call(changeGoalStatus, { body: { goaluuid: goal.goaluuid, action: 'reopen' } })
      own.refetch()
      toast.success(m.goal_reopened())
    })

  const missing = formatAmount(goal.amount - goal.amount_received, goal.currency)
  return (
    <section aria-label={m.goal_reopen()} className="rounded-card border border-line bg-sunken p-5">
      <p>{m.goal_lost_money({ amount: missing })}</p>
      <Button kind="dark" className="mt-4" isBusy={isBusy} onClick={() => void handleReopen()}>
        {m.goal_reopen()}
      </Button>
    </section>
  )
}
