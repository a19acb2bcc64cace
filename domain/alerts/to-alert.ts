/** Converts a tip to its alert. The alert contains only the tip's public projection, with censored words. */
import type * as z from 'zod/mini'
import type { goalMilestone } from '../../contract/events.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Currency } from '../../contract/money/money.ts'
import type { TipAlert } from '../../contract/alerts/alert.ts'
import { toPublicTip } from '../../contract/payments/tip.ts'
import type { FullTip } from '../../contract/payments/tip.ts'
import type { TipAlertBody } from '../../db/queries/alerts/alerts.ts'
import type { WordSettings } from '../../db/queries/moderation/word-settings.ts'
import { censorName, censorTip } from '../moderation/censor-tip.ts'

type Milestone = z.output<typeof goalMilestone>['milestone']

export interface GoalThen {
  /** Absent for samples. */
  goalId?: string | undefined
  title: string
  amountMinor: number
  /** What the goal had received up to and including the alert's tip, in minor units. */
  receivedMinor: number
}

export interface TipToShow {
  kind: 'tip' | 'goalFunded'
  tip: FullTip
  goal: GoalThen | null
  /** Whether it is the supporter's first tip to the creator. */
  isFirst?: boolean | undefined
  /** Which part of its amount the goal has reached, if the alert is about that. */
  milestone?: Milestone | undefined
  words: WordSettings
  /** The creator's language. */
  locale: Locale
  at: Date
}

/** Returns the alert of a tip, of the goal that it funded, or of the milestone that the goal has reached. */
export function toAlert({ kind, tip, goal, isFirst, milestone, words, locale, at }: TipToShow): TipAlertBody {
  const { name, message, amount, currency } = censorTip(toPublicTip(tip), words)
  return {
    kind,
    isTest: false,
    name,
    message: kind === 'tip' && !milestone ? message : null,
    amount,
    currency,
    ...(tip.worth ? { worth: { amount: tip.worth.amountMinor, currency: tip.worth.currency } } : {}),
    goal: goal && {
      title: goal.title,
      amount: goal.amountMinor,
      amountReceived: goal.receivedMinor,
      ...(goal.goalId && { goalId: goal.goalId }),
    },
    // An anonymous tip must not tell whether there was an earlier one.
    ...(isFirst && !tip.isAnonymous && { isFirstTip: true }),
    ...(milestone && { milestone: toShownMilestone(milestone) }),
    locale,
    at: at.toISOString(),
  }
}

/** Returns a milestone as alerts have it: a number of per cent, or a word. */
function toShownMilestone(milestone: Milestone): TipAlert['milestone'] {
  return milestone === 'one-tip' ? milestone : shownMilestones[milestone]
}

const shownMilestones = { 25: 25, 50: 50, 75: 75 } as const

/** Returns the alert of a sample tip. It has the same form as the alert of a real tip. */
export function toSampleAlert(tip: TipToShow): TipAlertBody {
  return { ...toAlert(tip), isTest: true }
}

export interface TestToShow {
  name: string
  amountMinor: number
  currency: Currency
  goalTitle: string
  words: WordSettings
  /** The creator's language. */
  locale: Locale
  at: Date
}

/** Returns a test alert, which looks like a tip that fills half of its goal. */
export function toTestAlert(test: TestToShow): TipAlertBody {
  const { name, amountMinor, currency, goalTitle, words, locale, at } = test
  return {
    kind: 'tip',
    isTest: true,
    name: censorName(name, words),
    message: null,
    amount: amountMinor,
    currency,
    goal:
      goalTitle === '' ? null : { title: goalTitle, amount: amountMinor * 2, amountReceived: amountMinor },
    locale,
    at: at.toISOString(),
  }
}
