import { getOwnGoals } from '../../../../../contract/goals/own-goal-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Select } from '../../../ui/field.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Missing } from './widget-kind.ts'

type Option = readonly [value: string, text: string]

interface GoalFieldProps {
  value: string
  first: Option
  second?: Option
  hint?: string
  onChange: (value: string) => void
}

/** A choice of one of the creator's goals that visitors see. */
export function GoalField({ value, first, second, hint, onChange }: GoalFieldProps) {
  const goals = useCall(getOwnGoals)
  return (
    <Loadable loaded={goals} failedText={m.widget_goals_failed()} skeleton={<Skeleton className="h-20" />}>
      {(loaded) => (
        <Select
          label={m.widget_goal_choose()}
          hint={hint}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          options={[
            first,
            ...(second ? [second] : []),
            ...loaded
              .filter(({ status, isHidden }) => status !== 'ARCHIVED' && !isHidden)
              .map(({ goaluuid, title }) => [goaluuid, title] as const),
          ]}
        />
      )}
    </Loadable>
  )
}

/** Returns why a widget of goals is empty: the creator has no goal, or none of those that it can show. */
export function useMissingGoal(chosen: string, enabled = true): Missing | undefined {
  const { data: goals } = useCall(getOwnGoals, {}, { errorsTo: 'log', enabled })
  if (!enabled || !goals || goals.some(({ goaluuid, status }) => goaluuid === chosen || status === 'ACTIVE'))
    return undefined
  const to = '/dashboard/goals-overview'
  return goals.length === 0
    ? { text: m.own_goals_empty(), to, label: m.own_goals_first() }
    : { text: m.own_goals_none_running(), to, label: m.widget_make_goal() }
}
