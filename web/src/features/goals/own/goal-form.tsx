import { useState } from 'react'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { currencySymbol } from '../../../../../contract/money/money.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { goalTextLimits } from '../../../../../contract/goals/own-goal-calls.ts'
import type { OwnGoal } from '../../../../../contract/goals/own-goal-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../../lib/format.ts'
import { useSession } from '../../../lib/accounts/session.ts'
import { dayIn } from '../../../lib/accounts/time-zone.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import type { TextProps } from '../../../lib/forms/use-form.ts'
import { Field, Select, TextArea } from '../../../ui/field.tsx'
import { EventWorthFold } from './event-worth-fold.tsx'
import { goalSchema, toFormValues } from './goal-schema.ts'
import { Form } from '../../../ui/form.tsx'

export type GoalBody = z.output<ReturnType<typeof goalSchema>>

interface GoalFormProps {
  goal: OwnGoal | undefined
  currency: PayoutCurrency
  onSubmit: (body: GoalBody) => Promise<void>
  /** The picture field. */
  children: ReactNode
}

/** The form of a goal. Disabled fields explain why they can no longer change. */
export function GoalForm({ goal, currency, onSubmit, children }: GoalFormProps) {
  const { profile } = useSession()
  const creator = { currency, timeZone: profile?.timeZone }
  const form = useForm({
    initial: toFormValues(goal, creator),
    schema: goalSchema(goal, creator),
    onSubmit,
  })
  const [today] = useState(() => dayIn(creator.timeZone, Date.now()))
  const hasEnded = goal !== undefined && goal.status !== 'ACTIVE'
  const left = goalTextLimits.description - form.values.description.length
  return (
    <Form
      form={form}
      submit={goal ? m.chatbot_save() : m.own_goals_publish()}
      busyLabel={m.chatbot_saving()}
      className="gap-4 text-left"
    >
      <Field
        {...form.text('title')}
        label={m.own_goals_field_title()}
        placeholder={m.own_goals_field_title_sample()}
        maxLength={goalTextLimits.title}
      />
      <Field
        {...form.text('amount')}
        label={m.own_goals_field_amount({ symbol: currencySymbol(currency) })}
        hint={amountHint(goal, currency)}
        inputMode="numeric"
        disabled={hasEnded}
        className="money text-2xl"
      />
      <StartsAnewField {...form.text('startsAnew')} />
      <EventWorthFold goal={goal} currency={currency} text={form.text} />
      <TextArea
        {...form.text('description')}
        label={m.own_goals_field_text()}
        aside={m.signup_optional()}
        hint={left < 200 ? m.characters_left({ count: left }) : undefined}
        maxLength={goalTextLimits.description}
        rows={4}
      />
      <Field
        {...form.text('endDate')}
        label={m.own_goals_field_end()}
        aside={m.signup_optional()}
        hint={hasEnded ? m.own_goals_end_kept() : m.own_goals_end_hint()}
        type="date"
        min={today}
        max="9999-12-31" // otherwise browsers let a year have six digits
        disabled={hasEnded}
      />
      {children}
    </Form>
  )
}

const anewHints: Partial<Record<string, () => string>> = {
  month: m.own_goals_anew_month_hint,
  stream: m.own_goals_anew_stream_hint,
}

function StartsAnewField(props: TextProps) {
  return (
    <Select
      {...props}
      label={m.own_goals_field_anew()}
      hint={anewHints[props.value]?.()}
      options={[
        ['never', m.own_goals_anew_never()],
        ['month', m.own_goals_anew_month()],
        ['stream', m.own_goals_anew_stream()],
      ]}
    />
  )
}

/** Explains which amounts are allowed. */
function amountHint(goal: OwnGoal | undefined, currency: PayoutCurrency): string {
  if (!goal) return m.own_goals_amount_hint({ currency: currency.toUpperCase() })
  if (goal.status !== 'ACTIVE') return m.own_goals_amount_kept()
  if (!goal.isMoneyIn) return m.own_goals_amount_free()
  return m.own_goals_amount_money_in({ amount: formatAmount(goal.amount_received, currency) })
}
