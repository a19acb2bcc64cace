import { m } from '../../../../../i18n/compiled/messages.js'
import { GoalField, useMissingGoal } from './goal-field.tsx'
import type { FieldsProps, WidgetKind } from './widget-kind.ts'

/** A bar of one goal, or of the open goals in turn. */
export const goalWidget: WidgetKind = {
  Fields: BarGoalField,
  parametersOf: ({ goal }) => ({
    goals: goal === 'all' ? 'all' : '',
    goal: goal === 'all' || goal === 'first' ? '' : goal,
  }),
  heightOf: () => 165,
  useMissing: ({ goal }) => useMissingGoal(goal),
}

const goalHints: Record<string, () => string> = {
  first: m.widget_goal_first_hint,
  all: m.widget_goal_all_hint,
}

function BarGoalField({ choice: { goal }, set }: FieldsProps) {
  return (
    <GoalField
      value={goal}
      first={['first', m.widget_goal_first()]}
      second={['all', m.widget_goal_all()]}
      hint={(goalHints[goal] ?? m.widget_goal_one_hint)()}
      onChange={(chosen) => set({ goal: chosen })}
    />
  )
}
