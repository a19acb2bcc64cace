import { m } from '../../../../../i18n/compiled/messages.js'
import { useSession } from '../../../lib/accounts/session.ts'
import { Select } from '../../../ui/field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { GoalField, useMissingGoal } from './goal-field.tsx'
import { StreamTotal } from './stream-total.tsx'
import { firstChoice, totals } from './widget-choice.ts'
import type { WidgetChoice } from './widget-choice.ts'
import type { FieldsProps, WidgetKind } from './widget-kind.ts'

/** A sum: of this stream, of a day or month, or of a goal. */
export const totalWidget: WidgetKind = {
  Fields: TotalFields,
  parametersOf: ({ total, totalGoal }) => ({
    of: total === firstChoice.total ? '' : total,
    goal: total === 'goal' ? totalGoal : '',
  }),
  heightOf: () => 225,
  useMissing: ({ total, totalGoal }) => useMissingGoal(totalGoal, total === 'goal'),
}

function TotalFields({ choice, set, currency }: FieldsProps) {
  return (
    <>
      <TotalField choice={choice} set={set} />
      {choice.total === 'stream' && <StreamTotal currency={currency} />}
      {choice.total === 'goal' && (
        <GoalField
          value={choice.totalGoal}
          first={['', m.widget_goal_first()]}
          onChange={(totalGoal) => set({ totalGoal })}
        />
      )}
    </>
  )
}

/** Names the time zone that days and months begin in. */
function ZoneHint() {
  const { profile } = useSession()
  const zone = (profile?.timeZone ?? 'UTC').replaceAll('_', ' ')
  return (
    <>
      <span>{m.widget_total_zone({ zone })}</span>{' '}
      <TextLink to="/dashboard/profile-setting#time-zone">{m.widget_total_zone_change()}</TextLink>
    </>
  )
}

const totalTexts = {
  stream: m.widget_total_stream,
  today: m.widget_total_today,
  month: m.widget_total_month,
  goal: m.widget_total_goal,
}

function TotalField({ choice: { total }, set }: Pick<FieldsProps, 'choice' | 'set'>) {
  return (
    <Select
      label={m.widget_total_choose()}
      hint={total === 'today' || total === 'month' ? <ZoneHint /> : undefined}
      value={total}
      onChange={(event) => set({ total: event.target.value as WidgetChoice['total'] })}
      options={totals.map((each) => [each, totalTexts[each]()] as const)}
    />
  )
}
