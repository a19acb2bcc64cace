/** Converts an event to its alert. The alert contains only the tip's public projection, with censored words. */
import type { Locale } from '../../contract/locale.ts'
import type { Currency } from '../../contract/money.ts'
import { toPublicTip } from '../../contract/tip.ts'
import type { FullTip } from '../../contract/tip.ts'
import type { AlertBody } from '../../db/queries/alerts.ts'
import type { WordSettings } from '../../db/queries/word-settings.ts'
import { censorName, censorTip } from '../moderation/censor-tip.ts'

export interface GoalThen {
  title: string
  amountMinor: number
  /** What the goal had received up to and including the alert's tip, in minor units. */
  receivedMinor: number
}

export interface TipToShow {
  kind: 'tip' | 'goalFunded'
  tip: FullTip
  goal: GoalThen | null
  words: WordSettings
  /** The creator's language. */
  locale: Locale
  at: Date
}

/** Returns the alert of a tip, or of the goal that it funded. */
export function toAlert({ kind, tip, goal, words, locale, at }: TipToShow): AlertBody {
  const { name, message, amount, currency } = censorTip(toPublicTip(tip), words)
  return {
    kind,
    isTest: false,
    name,
    message: kind === 'tip' ? message : null,
    amount,
    currency,
    ...(tip.worth ? { worth: { amount: tip.worth.amountMinor, currency: tip.worth.currency } } : {}),
    goal: goal && { title: goal.title, amount: goal.amountMinor, amountReceived: goal.receivedMinor },
    locale,
    at: at.toISOString(),
  }
}

/** Returns the alert of a sample tip. It has the same form as the alert of a real tip. */
export function toSampleAlert(tip: TipToShow): AlertBody {
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
export function toTestAlert(test: TestToShow): AlertBody {
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
