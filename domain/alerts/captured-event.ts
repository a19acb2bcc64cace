/**
 * The data in the jobs of a captured tip. With it, the fan-out of the tip need not read Postgres. It contains only the public projection of
 * the tip.
 */
import type { DeliverySettings, TipEventJob } from '../../contract/events.ts'
import type { Locale } from '../../contract/locale.ts'
import { countedAmount } from '../../contract/payments/tip.ts'
import type { FullTip } from '../../contract/payments/tip.ts'
import type { WordSettings } from '../../db/queries/moderation/word-settings.ts'
import { toAlert } from './to-alert.ts'
import type { GoalThen } from './to-alert.ts'

/** A captured tip, as the SQL statement that records it returns it. */
export interface CapturedTip {
  creatorUid: string
  /** The creator's language. */
  locale: Locale
  settings: DeliverySettings
  words: WordSettings
  tip: FullTip & { isFromAccount: boolean; isHeld: boolean; isFirst: boolean }
  goal: GoalThen | null
  /** The event of the tip, followed by those of the goal if the tip funded it or reached a milestone. */
  events: { eventId: string; type: 'tip.captured' | 'goal.funded' | 'goal.milestone'; createdAt: string }[]
}

/**
 * Returns the jobs that fan out a captured tip's events. Jobs of a held tip contain only the event's id, because the tip is not
 * public and may be released much later. So do those of milestones.
 */
export function toTipEventJobs({ events, ...captured }: CapturedTip): TipEventJob[] {
  const { creatorUid, settings, tip, goal, words, locale } = captured
  if (tip.isHeld) return events.map(({ eventId }) => ({ eventId }))
  const { isFromAccount } = tip
  const { amountMinor: worthMinor } = countedAmount(tip)
  return events.map(({ eventId, type, createdAt }) => {
    if (type === 'goal.milestone') return { eventId }
    const kind = type === 'goal.funded' ? 'goalFunded' : 'tip'
    const isFirst = kind === 'tip' && tip.isFirst
    const alert = toAlert({ kind, tip, goal, isFirst, words, locale, at: new Date(createdAt) })
    const hasMessage = alert.message !== null
    const planned = { type, isForGoal: goal !== null, isFromAccount, worthMinor, hasMessage }
    return { eventId, captured: { creatorUid, planned, settings, alert } }
  })
}
