import { getOwnGoals } from '../../../../../contract/own-goal-calls.ts'
import { getTimers } from '../../../../../contract/timer-calls.ts'
import type { PayoutCurrency } from '../../../../../contract/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useSession } from '../../../lib/session.ts'
import { useCall } from '../../../lib/use-call.ts'
import { Select } from '../../../ui/field.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { StreamTotal } from './stream-total.tsx'
import { periods, totals } from './widget-choice.ts'
import type { WidgetChoice } from './widget-choice.ts'

interface FieldsProps {
  choice: WidgetChoice
  set: (changes: Partial<WidgetChoice>) => void
}

/** What the chosen widget lets the creator choose. */
export function WidgetFields({ currency, ...fields }: FieldsProps & { currency: PayoutCurrency | null }) {
  const { choice, set } = fields
  switch (choice.widget) {
    case 'goal':
      return <BarGoalField {...fields} />
    case 'timer':
      return <TimerField {...fields} />
    case 'top':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <PeriodField {...fields} />
          <CountField {...fields} />
        </div>
      )
    case 'recent':
      return <CountField {...fields} />
    case 'total':
      return (
        <>
          <TotalField {...fields} />
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

type Option = readonly [value: string, text: string]

interface GoalFieldProps {
  value: string
  first: Option
  second?: Option
  hint?: string
  onChange: (value: string) => void
}

/** A choice of one of the creator's goals that visitors see. */
function GoalField({ value, first, second, hint, onChange }: GoalFieldProps) {
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

const periodTexts = { week: m.leaderboard_week, month: m.leaderboard_month, all: m.leaderboard_all }

const periodHints: Partial<Record<WidgetChoice['period'], () => string>> = {
  week: m.leaderboard_week_span,
  month: m.leaderboard_month_span,
}

function PeriodField({ choice: { period }, set }: FieldsProps) {
  return (
    <Select
      label={m.leaderboard_tabs()}
      value={period}
      hint={periodHints[period]?.()}
      onChange={(event) => set({ period: event.target.value as WidgetChoice['period'] })}
      options={periods.map((each) => [each, periodTexts[each]()] as const)}
    />
  )
}

const counts = Array.from({ length: 10 }, (_, i) => String(i + 1))

function CountField({ choice: { count }, set }: FieldsProps) {
  return (
    <Select
      label={m.widget_count()}
      value={String(count)}
      onChange={(event) => set({ count: Number(event.target.value) })}
      options={counts.map((each) => [each, each] as const)}
    />
  )
}

/** In which time zone days and months begin. */
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

function TotalField({ choice: { total }, set }: FieldsProps) {
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
