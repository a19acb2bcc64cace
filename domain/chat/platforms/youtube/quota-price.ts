/** What a message on YouTube is assumed to cost, and how many lines a day that leaves for all creators together. */
import type { Db } from '../../../../db/connection.ts'
import { readToday } from '../../../../db/queries/chat/quota-days.ts'
import { findPrice } from '../../../../db/queries/chat/quota-prices.ts'
import type { YoutubeConfig } from '../../../config/chat/youtube.ts'
import { priceAfter } from './message-price.ts'
import { readQuotaShare } from './quota-share.ts'
import type { QuotaShare } from './quota-share.ts'
import { countLinesLeft, throttleQuota } from './quota-throttle.ts'

/** The name of YouTube's quota in the tables. */
export const quotaName = 'youtube'

/** Returns the assumed price of a message in units: the configured one, or what was learned since. */
export async function findMessagePrice(db: Db, configured: number): Promise<number> {
  const learned = await findPrice(db, quotaName, configured)
  return learned ? priceAfter(learned.days, learned.units, configured) : configured
}

/** How many lines the chatbot may post on YouTube. */
export interface QuotaOutlook {
  /** For all creators together, on a whole day. */
  linesPerDay: number
  /** What may be posted now: everything, funded goals only, or nothing until the next day begins. */
  now: 'all' | 'fundedGoals' | 'nothing'
  /** What is left for the creator's tips today; null while lines are not scarce. */
  share: QuotaShare | null
}

/** Reads what creators may expect of today's quota. */
export async function readQuotaOutlook(
  db: Db,
  { dailyQuota, insertCost }: Pick<YoutubeConfig, 'dailyQuota' | 'insertCost'>,
  creatorUid: string,
): Promise<QuotaOutlook> {
  const [state, price] = await Promise.all([
    readToday(db, quotaName, dailyQuota),
    findMessagePrice(db, insertCost),
  ])
  const { messages, isScarce } = throttleQuota(state, price, 0, false)
  const now = messages > 0 ? 'all' : countLinesLeft(state, price, true) > 0 ? 'fundedGoals' : 'nothing'
  const isShared = isScarce && now === 'all'
  return {
    linesPerDay: Math.floor(dailyQuota / price),
    now,
    share: isShared ? await readQuotaShare(db, quotaName, creatorUid, { state, price }) : null,
  }
}
