import { useState } from 'react'
import { goalEvent } from '../../../../../contract/show/counted-event.ts'
import type { GoalEvent } from '../../../../../contract/show/counted-event.ts'
import { currencySymbol } from '../../../../../contract/money/money.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import type { OwnGoal } from '../../../../../contract/goals/own-goal-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import type { TextProps } from '../../../lib/forms/use-form.ts'
import { Field } from '../../../ui/field.tsx'

const labels: Record<GoalEvent, (values: { symbol: string }) => string> = {
  subscription1: m.own_goals_worth_subscription1,
  subscription2: m.own_goals_worth_subscription2,
  subscription3: m.own_goals_worth_subscription3,
  bits: m.own_goals_worth_bits,
}

interface EventWorthFoldProps {
  goal: OwnGoal | undefined
  currency: PayoutCurrency
  text: (name: GoalEvent) => TextProps
}

/** What subscriptions and bits count toward a goal, folded away until one does or is wrong. */
export function EventWorthFold({ goal, currency, text }: EventWorthFoldProps) {
  const [isOpen, setIsOpen] = useState(goal?.eventWorth !== undefined)
  const isWrong = goalEvent.options.some((what) => text(what).error)
  const isShown = isOpen || isWrong
  return (
    <details open={isShown} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-violet">
        {m.own_goals_worth()}
      </summary>
      {isShown && (
        <>
          <p className="mb-3 text-sm text-muted">{m.own_goals_worth_hint()}</p>
          <div className="grid grid-cols-2 gap-3">
            {goalEvent.options.map((what) => (
              <Field
                key={what}
                {...text(what)}
                label={labels[what]({ symbol: currencySymbol(currency) })}
                placeholder="0"
                inputMode="decimal"
                className="money text-xl"
              />
            ))}
          </div>
        </>
      )}
    </details>
  )
}
