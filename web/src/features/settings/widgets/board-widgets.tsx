import { getCreatorLeaderboard } from '../../../../../contract/goals/goal-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Select } from '../../../ui/field.tsx'
import { firstChoice, periods } from './widget-choice.ts'
import type { WidgetChoice } from './widget-choice.ts'
import type { FieldsProps, Missing, WidgetKind } from './widget-kind.ts'

/** The top supporters. */
export const topWidget: WidgetKind = {
  Fields: (props) => (
    <div className="grid gap-4 sm:grid-cols-2">
      <PeriodField {...props} />
      <CountField {...props} />
    </div>
  ),
  parametersOf: ({ period, count }) => ({
    period: period === firstChoice.period ? '' : period,
    count: countOf(count),
  }),
  heightOf,
  useMissing: ({ period }, username) => useMissingTips(lists[period], username),
}

/** The latest tips. */
export const recentWidget: WidgetKind = {
  Fields: CountField,
  parametersOf: ({ count }) => ({ count: countOf(count) }),
  heightOf,
  useMissing: (_, username) => useMissingTips('recent', username),
}

const lists = { week: 'weekly', month: 'monthly', all: 'allTime' } as const

function useMissingTips(
  list: (typeof lists)[keyof typeof lists] | 'recent',
  username: string,
): Missing | undefined {
  const { data } = useCall(getCreatorLeaderboard, { query: { username } }, { errorsTo: 'log' })
  return data?.[list].length === 0 ? { text: m.widget_no_tips() } : undefined
}

function heightOf({ count }: WidgetChoice): number {
  return 80 + count * 52
}

function countOf(count: number): string {
  return count === firstChoice.count ? '' : String(count)
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
