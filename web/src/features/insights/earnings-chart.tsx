import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { PayoutCurrency } from '../../../../contract/money/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import type { Period } from './group-days.ts'

const axis = { fill: 'var(--color-muted)', fontSize: 12 }

/** A bar chart of earnings, hidden from screen readers: the table beside it shows the same figures. */
export function EarningsChart({ periods, currency }: { periods: Period[]; currency: PayoutCurrency }) {
  return (
    <div aria-hidden className="h-64 w-full">
      <ResponsiveContainer>
        <BarChart data={periods} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <defs>
            <linearGradient id="earnings-fill" x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor="var(--color-amber)" />
              <stop offset="1" stopColor="var(--color-coral)" />
            </linearGradient>
          </defs>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey="label" tickLine={false} axisLine={false} tick={axis} minTickGap={24} />
          <YAxis
            tickLine={false}
            axisLine={false}
            tick={axis}
            width={64}
            allowDecimals={false}
            tickFormatter={(amount: number) => formatAmount(amount, currency)}
          />
          <Tooltip
            cursor={{ fill: 'var(--color-sunken)' }}
            contentStyle={{
              background: 'var(--color-card)',
              border: '1px solid var(--color-line)',
              borderRadius: 12,
            }}
            formatter={(amount) => [formatAmount(Number(amount), currency), m.insights_came_in()]}
          />
          <Bar
            dataKey="amount"
            fill="url(#earnings-fill)"
            radius={[6, 6, 0, 0]}
            maxBarSize={36}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
