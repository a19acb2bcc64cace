import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'
import type { CallResponse } from '../../../../contract/call.ts'
import { insightRange } from '../../../../contract/insights/insight-calls.ts'
import type { InsightRange, getInsights } from '../../../../contract/insights/insight-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import type { Loaded } from '../../lib/calls/use-call.ts'
import { Loadable } from '../../ui/loadable.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { groupDays } from './group-days.ts'
import type { Period } from './group-days.ts'

/** Loaded on demand, because the chart library is as large as the rest of the page. */
const EarningsChart = lazy(async () => ({ default: (await import('./earnings-chart.tsx')).EarningsChart }))

type Insights = CallResponse<typeof getInsights>

interface EarningsCardProps {
  insights: Loaded<Insights>
  range: InsightRange
  onRange: (range: InsightRange) => void
  /** The link to the total earnings. */
  link: ReactNode
}

const labels = {
  '7': m.insights_range_7,
  '30': m.insights_range_30,
  '90': m.insights_range_90,
  '365': m.insights_range_365,
}
const tabs = insightRange.options.map((value) => ({ value, label: labels[value]() }))

/** Earnings over a range of days as totals, a chart and a table. */
export function EarningsCard({ insights, range, onRange, link }: EarningsCardProps) {
  return (
    <Card id="earnings" title={m.insights_title()}>
      <Tabs label={m.insights_range()} tabs={tabs} value={range} onChange={onRange}>
        <Loadable loaded={insights} failedText={m.insights_failed()} skeleton={<EarningsSkeleton />}>
          {(found) => <Earnings insights={found} range={range} />}
        </Loadable>
      </Tabs>
      {link}
    </Card>
  )
}

function EarningsSkeleton() {
  return (
    <output aria-label={m.insights_loading()} className="block">
      <Skeleton className="h-12 w-40" />
      <Skeleton className="mt-6 h-64 w-full" />
    </output>
  )
}

function Earnings({ insights, range }: { insights: Insights; range: InsightRange }) {
  const { days, currency, total, tips, before, allTime, imported } = insights
  const periods = groupDays(days, range)
  return (
    <>
      <dl className="mb-5 grid grid-cols-[repeat(3,auto)] justify-start gap-x-6 gap-y-4 max-[359px]:grid-cols-[repeat(2,auto)] sm:gap-x-10">
        <Sum
          name={m.insights_came_in()}
          value={formatAmount(total, currency)}
          note={compare(insights)}
          isLarge
        />
        <Sum name={m.insights_tips()} value={String(tips)} />
        <Sum
          name={m.insights_average()}
          value={tips > 0 ? formatAmount(Math.round(total / tips), currency) : '–'}
        />
        <Sum
          name={m.insights_all_time()}
          value={formatAmount(allTime, currency)}
          note={imported > 0 ? m.insights_imported({ amount: formatAmount(imported, currency) }) : undefined}
        />
      </dl>
      {total > 0 || before > 0 ? (
        <>
          <Suspense fallback={<Skeleton className="h-64 w-full" />}>
            <EarningsChart periods={periods} currency={currency} />
          </Suspense>
          <Figures periods={periods} currency={currency} />
        </>
      ) : (
        <p className="rounded-card bg-sunken px-4 py-10 text-center text-muted">{m.insights_empty()}</p>
      )}
    </>
  )
}

interface SumProps {
  name: string
  value: string
  note?: string | undefined
  isLarge?: boolean
}

function Sum({ name, value, note, isLarge }: SumProps) {
  return (
    <div className={isLarge ? 'col-span-full' : undefined}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={`money ${isLarge ? 'text-3xl' : 'text-xl'}`}>{value}</dd>
      {note && <dd className="text-sm text-muted">{note}</dd>}
    </div>
  )
}

/** Compares the total with the total of as many days before; returns undefined if that was zero. */
function compare({ total, before, currency }: Insights): string | undefined {
  if (before === 0) return undefined
  const percent = Math.round(((total - before) / before) * 100)
  const amount = formatAmount(before, currency)
  return percent >= 0 ? m.insights_more({ percent, amount }) : m.insights_less({ percent: -percent, amount })
}

function Figures({ periods, currency }: { periods: Period[]; currency: Insights['currency'] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="mt-3" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center rounded-sm text-sm font-semibold text-violet">
        {m.insights_as_table()}
      </summary>
      {isOpen && (
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-muted">
              <th className="py-2 font-medium">{m.insights_when()}</th>
              <th className="py-2 text-right font-medium">{m.insights_tips()}</th>
              <th className="py-2 text-right font-medium">{m.insights_came_in()}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {periods.map(({ label, tips, amount }) => (
              <tr key={label}>
                <td className="py-2">{label}</td>
                <td className="py-2 text-right tabular-nums">{tips}</td>
                <td className="money py-2 text-right">{formatAmount(amount, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
