import { createGoal, updateGoal } from '../../../../../contract/goals/own-goal-calls.ts'
import type { OwnGoal } from '../../../../../contract/goals/own-goal-calls.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { toast } from '../../../lib/toast.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { GoalForm } from './goal-form.tsx'
import type { GoalBody } from './goal-form.tsx'
import { GoalPictureField, useGoalPicture } from './goal-picture-field.tsx'

interface GoalDialogProps {
  /** The goal to edit; undefined creates a new one. */
  goal: OwnGoal | undefined
  currency: PayoutCurrency
  /** Called with the saved goal, and again once its new picture is uploaded. */
  onSaved: (goal: OwnGoal) => void
  onPictureRemoved: (goal: OwnGoal) => void
  onClose: () => void
}

/** The dialog to create or edit a goal. A picture is previewed at once and uploaded after the goal is saved. */
export function GoalDialog({ goal, currency, onSaved, onPictureRemoved, onClose }: GoalDialogProps) {
  const picture = useGoalPicture(goal)

  async function handleSubmit(body: GoalBody) {
    const saved = goal
      ? await call(updateGoal, { body: { goaluuid: goal.goaluuid, ...body } }, { errorsTo: 'caller' })
      : await call(createGoal, { body }, { errorsTo: 'caller' })
    onSaved(saved)
    const refusal = await picture.send(saved, onSaved)
    onClose()
    if (refusal !== undefined) return toast.error(m.own_goals_picture_failed({ reason: refusal }))
    toast.success(goal ? m.own_goals_saved() : m.own_goals_created({ title: saved.title }))
  }
  return (
    <Dialog title={goal ? m.own_goals_edit_title() : m.own_goals_new_title()} isOpen onClose={onClose}>
      <GoalForm goal={goal} currency={currency} onSubmit={handleSubmit}>
        <GoalPictureField
          picture={picture}
          onRemove={() => {
            picture.remove()
            if (goal?.image) onPictureRemoved(goal)
          }}
        />
      </GoalForm>
    </Dialog>
  )
}
