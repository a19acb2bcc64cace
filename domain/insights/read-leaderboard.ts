import type { Leaderboard, LeaderboardEntry } from '../../contract/entities.ts'
import { toPublicTip } from '../../contract/tip.ts'
import type { Db } from '../../db/connection.ts'
import { listRecentTips, listTopSupporters } from '../../db/queries/leaderboard.ts'
import { findWordSettings } from '../../db/queries/word-settings.ts'
import type { Period } from '../../db/schema.ts'
import { censorName } from '../moderation/censor-tip.ts'
import { periodStarts } from './periods.ts'

const most = 50

/** Reads the top supporters of this week, this month and all time, and the latest tips, with censored names. */
export async function readLeaderboard(
  db: Db,
  creatorUid: string,
  now: Date = new Date(),
): Promise<Leaderboard> {
  const [totals, tips, words] = await Promise.all([
    listTopSupporters(db, creatorUid, periodStarts(now), most),
    listRecentTips(db, creatorUid, most),
    findWordSettings(db, creatorUid),
  ])
  const shownNames = new Map<string, string>()
  const show = (name: string) => {
    const shown = shownNames.get(name) ?? censorName(name, words)
    shownNames.set(name, shown)
    return shown
  }
  const topOf = (period: Period) =>
    totals
      .filter((row) => row.period === period)
      .map(({ name, amountMinor, supporterUid }) => toEntry(show(name), amountMinor, supporterUid))
  return {
    weekly: topOf('week'),
    monthly: topOf('month'),
    allTime: topOf('all'),
    recent: tips.map((tip) => {
      const { name, amount } = toPublicTip(tip)
      return toEntry(show(name), amount, tip.publicUid)
    }),
  }
}

function toEntry(name: string, amount: number, useruid: string | null): LeaderboardEntry {
  return { name, amount, ...(useruid ? { useruid } : {}) }
}
