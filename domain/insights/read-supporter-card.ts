import type { SupporterCard } from '../../contract/entities.ts'
import type { Db } from '../../db/connection.ts'
import { countBiggerSupporters, listSupporterTotals } from '../../db/queries/insights/leaderboard.ts'
import { findNameSettings } from '../../db/queries/moderation/word-settings.ts'
import type { Period } from '../../db/schema.ts'
import { censorName } from '../moderation/censor-tip.ts'
import { hashName } from '../moderation/hash-name.ts'
import { periodStarts } from './periods.ts'

/**
 * Returns what an account has given a creator under its own name; undefined when it has given nothing, only anonymously or under
 * another name, or when an admin has hidden the name.
 */
export async function findSupporterCard(
  db: Db,
  creatorUid: string,
  supporterUid: string,
  now: Date = new Date(),
): Promise<SupporterCard | undefined> {
  const starts = periodStarts(now)
  const totals = await listSupporterTotals(db, creatorUid, supporterUid, starts)
  const whole = totals.find(({ period }) => period === 'all')
  if (!whole) return undefined
  const amountOf = (wanted: Period) => totals.find(({ period }) => period === wanted)?.amountMinor ?? 0
  const { words, hidden } = await findNameSettings(db, creatorUid)
  const name = censorName(whole.name, words)
  if (hidden.has(hashName(whole.name)) || hidden.has(hashName(name))) return undefined
  return {
    name,
    image: whole.image,
    weekly: amountOf('week'),
    monthly: amountOf('month'),
    allTime: whole.amountMinor,
    place: 1 + (await countBiggerSupporters(db, creatorUid, starts, whole.amountMinor)),
  }
}
