/** Alerts for a creator to try a style. They are made like those of real tips, and never stored. */
import { randomUUID } from 'node:crypto'
import type { TipAlert } from '../../contract/alerts/alert.ts'
import type { Db } from '../../db/connection.ts'
import { findCurrency, findLocale } from '../../db/queries/accounts/accounts.ts'
import { findFirstGoal, findLastTip } from '../../db/queries/alerts/alert-samples.ts'
import { findWordSettings } from '../../db/queries/moderation/word-settings.ts'
import { sampleTipOf } from '../alerts/sample-tips.ts'
import { toSampleAlert } from '../alerts/to-alert.ts'
import type { TipToShow } from '../alerts/to-alert.ts'

/**
 * Returns a tip toward a goal, a general tip, a funded goal and a milestone, in this order. The tip is the creator's latest one, in
 * its public form, with an example's message if it has none that everybody may see; the goal is the creator's own.
 */
export async function readAlertSamples(db: Db, creatorUid: string): Promise<TipAlert[]> {
  const [locale, currency, words, lastTip, ownGoal] = await Promise.all([
    findLocale(db, creatorUid),
    findCurrency(db, creatorUid),
    findWordSettings(db, creatorUid),
    findLastTip(db, creatorUid),
    findFirstGoal(db, creatorUid),
  ])
  const example = sampleTipOf('message', currency ?? 'usd', locale)
  const isSilent = !lastTip || lastTip.isPrivate || lastTip.message === ''
  const tip = {
    ...(lastTip ?? example.tip),
    ...(isSilent && { message: example.tip.message, isPrivate: false }),
  }
  const goal = ownGoal ?? example.goal!
  const full = { ...goal, receivedMinor: Math.max(goal.amountMinor, goal.receivedMinor) }
  const half = { ...goal, receivedMinor: Math.ceil(goal.amountMinor / 2) }
  const shared = { kind: 'tip', tip, words, locale, at: new Date() } as const
  const kinds: TipToShow[] = [
    { ...shared, goal },
    { ...shared, goal: null },
    { ...shared, kind: 'goalFunded', goal: full },
    { ...shared, goal: half, milestone: '50' },
  ]
  return kinds.map((kind, i) => ({ ...toSampleAlert(kind), id: randomUUID(), seq: i + 1 }))
}
