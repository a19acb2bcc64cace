import { getTimers } from '../../../../../contract/timer/timer-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Select } from '../../../ui/field.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { FieldsProps, Missing, WidgetKind } from './widget-kind.ts'

/** The clock of a donothon. */
export const timerWidget: WidgetKind = {
  Fields: TimerField,
  parametersOf: ({ timer }) => ({ timer }),
  heightOf: () => 270,
  useMissing: useMissingTimer,
}

function TimerField({ choice: { timer }, set }: FieldsProps) {
  const loaded = useCall(getTimers)
  return (
    <Loadable loaded={loaded} failedText={m.donothon_failed()} skeleton={<Skeleton className="h-20" />}>
      {({ timers }) => (
        <Select
          label={m.widget_timer_choose()}
          value={timer}
          onChange={(event) => set({ timer: event.target.value })}
          options={[
            ['', m.widget_timer_first()],
            ...timers.map(({ timerId, name }) => [timerId, name] as const),
          ]}
        />
      )}
    </Loadable>
  )
}

function useMissingTimer(): Missing | undefined {
  const { data } = useCall(getTimers, {}, { errorsTo: 'log' })
  if (data?.timers.length !== 0) return undefined
  return { text: m.widget_no_timer(), to: '/dashboard/donothon-timer-setting', label: m.widget_make_timer() }
}
