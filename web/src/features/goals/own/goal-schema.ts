/** Converts a goal to the values of its form, and the form to the body of a call. */
import * as z from 'zod/mini'
import { toMinorUnits } from '../../../../../contract/money/minor-units.ts'
import { goalLimits } from '../../../../../contract/money/money.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { goalFields } from '../../../../../contract/goals/own-goal-calls.ts'
import type { EventWorth, OwnGoal } from '../../../../../contract/goals/own-goal-calls.ts'
import { maxEventWorthUnits } from '../../../../../contract/show/counted-event.ts'
import type { GoalEvent } from '../../../../../contract/show/counted-event.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { dayIn, endOfDay } from '../../../lib/accounts/time-zone.ts'
import { typedAmount, writeAmount } from '../../../lib/payments/typed-amount.ts'
import type { AmountRule } from '../../../lib/payments/typed-amount.ts'

type GoalFormValues = Record<
  'title' | 'description' | 'amount' | 'endDate' | 'startsAnew' | GoalEvent,
  string
>

/** What a goal's form depends on of its creator. */
export interface GoalCreator {
  currency: PayoutCurrency
  /** The goal's last day ends in this time zone; undefined for the browser's. */
  timeZone: string | undefined
}

/** Returns the form's initial values; empty for a new goal. */
export function toFormValues(goal: OwnGoal | undefined, { currency, timeZone }: GoalCreator): GoalFormValues {
  const worths = toTypedWorths(goal?.eventWorth, currency)
  if (!goal) return { title: '', description: '', amount: '', endDate: '', startsAnew: 'never', ...worths }
  const { title, description, amount, end_date: end, starts_anew: startsAnew = 'never' } = goal
  const endDate = end ? dayIn(timeZone, end) : ''
  return { title, description, amount: writeAmount(amount, currency), endDate, startsAnew, ...worths }
}

function toTypedWorths(worth: EventWorth = {}, currency: PayoutCurrency): Record<GoalEvent, string> {
  const typed = (what: GoalEvent) => {
    const minor = worth[what]
    return minor === undefined ? '' : writeAmount(minor, currency)
  }
  return {
    subscription1: typed('subscription1'),
    subscription2: typed('subscription2'),
    subscription3: typed('subscription3'),
    bits: typed('bits'),
  }
}

/** Returns the rule of a goal's amount. */
function amountRule(currency: PayoutCurrency): AmountRule {
  return {
    currency,
    minMinor: toMinorUnits(goalLimits.minUnits, currency),
    maxMinor: toMinorUnits(goalLimits.maxUnits, currency),
    error: m.invalid_goal_amount(),
  }
}

/**
 * Returns the schema that converts form values to the body of a call. An unchanged end date keeps its time of day; a changed one
 * becomes the last second of the day in the creator's time zone.
 */
export function goalSchema(before: OwnGoal | undefined, { currency, timeZone }: GoalCreator) {
  const unchanged = before?.end_date ?? null
  const endDate = z.pipe(
    z.string(),
    z.transform((day: string) => {
      if (day === '') return null
      return unchanged && dayIn(timeZone, unchanged) === day ? unchanged : endOfDay(timeZone, day)
    }),
  )
  const { eventWorth: _eventWorth, ...fields } = goalFields
  const worth = typedWorth(currency)
  const typed = z.object({
    ...fields,
    amount: z.pipe(typedAmount(amountRule(currency)), goalFields.amount),
    endDate: z.pipe(endDate, goalFields.endDate),
    subscription1: worth,
    subscription2: worth,
    subscription3: worth,
    bits: worth,
  })
  return z.pipe(
    typed,
    z.transform(({ subscription1, subscription2, subscription3, bits, ...rest }) => {
      const worths = Object.entries({ subscription1, subscription2, subscription3, bits })
      return {
        ...rest,
        eventWorth: Object.fromEntries(worths.filter(([, minor]) => minor > 0)),
      }
    }),
  )
}

/** The schema of a field for what an event counts, which becomes minor units; 0 for an empty one. */
function typedWorth(currency: PayoutCurrency) {
  const maxMinor = toMinorUnits(maxEventWorthUnits, currency)
  const rule: AmountRule = { currency, minMinor: 0, maxMinor, stepMinor: 1, error: m.invalid_event_worth() }
  const filled = typedAmount(rule)
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => typed.trim() || '0'),
    ),
    filled,
  )
}
