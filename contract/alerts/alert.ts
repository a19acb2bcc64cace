/** Alerts, with public data only: of tips, and of show events. */
import * as z from 'zod/mini'
import { isoTime } from '../entities.ts'
import { locales } from '../locale.ts'
import { currency, minorUnits, payoutCurrency } from '../money/money.ts'
import { shownEvent } from '../show/show-event.ts'
import { alertSeq } from './alert-seq.ts'

/** What all alerts have. */
const ofEveryAlert = {
  id: z.uuid(),
  seq: alertSeq,
  isTest: z.boolean(),
  name: z.string(),
  message: z.nullable(z.string()),
  /** The language of the creator's stream. Default: English. */
  locale: z.optional(z.enum(locales)),
  at: isoTime,
  /** The path of the spoken message, if it was ready when the alert was read. Only the server that sends the alert sets it. */
  speech: z.optional(z.string()),
}

/** The alert of a tip, with public data only. `goal` is the goal's state right after this tip. */
export const tipAlert = z.object({
  ...ofEveryAlert,
  kind: z.enum(['tip', 'goalFunded']),
  amount: minorUnits,
  currency,
  /** What a tip in another currency than the creator's is worth in the creator's, which the goal is in. */
  worth: z.optional(z.object({ amount: minorUnits, currency: payoutCurrency })),
  goal: z.nullable(
    z.object({
      title: z.string(),
      amount: minorUnits,
      amountReceived: minorUnits,
      /** Absent in a test. */
      goalId: z.optional(z.uuid()),
    }),
  ),
  /** Whether it is the supporter's first tip to this creator; absent if not, and for anonymous tips. */
  isFirstTip: z.optional(z.boolean()),
  /**
   * The part of its amount, in per cent, that the goal has reached with this tip, or `one-tip` if one more tip as large as this one fills
   * it. The tip has an alert of its own.
   */
  milestone: z.optional(z.union([z.literal([25, 50, 75]), z.literal('one-tip')])),
})
export type TipAlert = z.output<typeof tipAlert>

/** The alert of a show event, which has no amount. `name` is empty if the event names nobody. */
export const showAlert = z.object({
  ...ofEveryAlert,
  kind: z.literal('show'),
  show: z.extend(shownEvent, {
    /** Set if the creator wants no sound with events of this kind. */
    isMuted: z.optional(z.literal(true)),
  }),
})
export type ShowAlert = z.output<typeof showAlert>

/** An alert as an overlay shows it. */
export type Alert = TipAlert | ShowAlert

/**
 * One alert that sums up the tips whose alerts an overlay missed. `seq` is the last of these alerts' `seq`, `amount` is the sum of the
 * tips, and `name` says how many there are and who gave them.
 */
export type AlertDigest = Omit<TipAlert, 'kind'> & { kind: 'digest' }
