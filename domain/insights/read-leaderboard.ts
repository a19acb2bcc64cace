import type { Leaderboard, LeaderboardEntry } from '../../contract/entities.ts'
import { memoize } from '../../contract/memoize.ts'
import { toPublicTip } from '../../contract/payments/tip.ts'
import type { Db } from '../../db/connection.ts'
import { listRecentTips, listTopSupporters } from '../../db/queries/insights/leaderboard.ts'
import { findNameSettings } from '../../db/queries/moderation/word-settings.ts'
import type { WordSettings } from '../../db/queries/moderation/word-settings.ts'
import type { Period } from '../../db/schema.ts'
import { censorName } from '../moderation/censor-tip.ts'
import { hashName } from '../moderation/hash-name.ts'
import { periodStarts } from './periods.ts'

const most = 50
const maxBoards = 100
const maxNames = 4 * most

/**
 * Reads the top supporters of this week, this month and all time, and the latest tips, with censored names and without
 * hidden ones.
 */
export async function readLeaderboard(
  db: Db,
  creatorUid: string,
  now: Date = new Date(),
): Promise<Leaderboard> {
  const [totals, tips, { words, hidden }] = await Promise.all([
    listTopSupporters(db, creatorUid, periodStarts(now), most),
    listRecentTips(db, creatorUid, most),
    findNameSettings(db, creatorUid),
  ])
  const show = censorWith(JSON.stringify(words))
  const isShown = (name: string) =>
    hidden.size === 0 || (!hidden.has(hashName(name)) && !hidden.has(hashName(show(name))))
  const topOf = (period: Period) =>
    totals
      .filter(({ name, ...row }) => row.period === period && isShown(name))
      .map(({ name, amountMinor, supporterUid }) => toEntry(show(name), amountMinor, supporterUid))
  return {
    weekly: topOf('week'),
    monthly: topOf('month'),
    allTime: topOf('all'),
    recent: tips
      .map((tip) => ({ ...toPublicTip(tip), publicUid: tip.publicUid }))
      .filter(({ name }) => isShown(name))
      .map(({ name, amount, publicUid }) => toEntry(show(name), amount, publicUid)),
  }
}

/**
 * Returns how to show a name with a creator's settings, which are given as JSON. The names of the last leaderboards are kept, because
 * the same ones are shown again after each tip.
 */
const censorWith = memoize((settings) => {
  const words = JSON.parse(settings) as WordSettings
  return memoize((name) => censorName(name, words), maxNames)
}, maxBoards)

function toEntry(name: string, amount: number, useruid: string | null): LeaderboardEntry {
  return { name, amount, ...(useruid ? { useruid } : {}) }
}
