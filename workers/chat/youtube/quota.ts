/** Keeps within Google's daily quota, which all creators and all processes of this installation share. */
import type { Logger } from 'pino'
import type { Db } from '../../../db/connection.ts'
import { exhaustDay, readToday, takeUnits } from '../../../db/queries/chat/quota-days.ts'
import { addQuotaCreator } from '../../../db/queries/chat/quota-shares.ts'
import { savePrice } from '../../../db/queries/chat/quota-prices.ts'
import type { QuotaState } from '../../../db/queries/chat/quota-days.ts'
import { millisecondsToPacificMidnight } from '../../../domain/chat/platforms/youtube/midnight.ts'
import { learnPrice } from '../../../domain/chat/platforms/youtube/message-price.ts'
import { findMessagePrice, quotaName } from '../../../domain/chat/platforms/youtube/quota-price.ts'
import { SlowDownError } from '../../errors.ts'

export interface YoutubeQuota {
  read(): Promise<QuotaState>
  /** Returns the units that a message is assumed to cost. */
  readPrice(): Promise<number>
  /**
   * Takes the units of a call before it is made, because Google counts refused calls too. If there are not enough, throws a
   * `SlowDownError` that lasts until midnight in California.
   */
  take(units: number): Promise<void>
  /** Does the same for a message in a creator's chat, who then shares the day's quota. */
  takeMessage(creatorUid: string): Promise<void>
  /**
   * Returns the failure. If it says that the quota is used up, marks the day's quota as used up first, and learns from the day what a
   * message costs.
   */
  recordFailure(failure: Error): Promise<Error>
}

interface QuotaConfig {
  dailyQuota: number
  insertCost: number
}

/** Opens the quota of an installation. */
export function openYoutubeQuota(
  db: Db,
  { dailyQuota: budget, insertCost }: QuotaConfig,
  log?: Logger,
): YoutubeQuota {
  const readPrice = () => findMessagePrice(db, insertCost)

  async function learn(): Promise<void> {
    const price = await readPrice()
    const day = await exhaustDay(db, quotaName, budget)
    if (!day) return
    const learned = learnPrice(price, insertCost, { ...day, budget })
    if (learned === price) return
    log?.warn(
      { assumed: price, learned, messages: day.messages },
      'YouTube message costs other units than assumed',
    )
    await savePrice(db, quotaName, insertCost, learned)
  }

  async function take(units: number, messages: number): Promise<void> {
    if (await takeUnits(db, quotaName, { units, messages, budget })) return
    throw new SlowDownError(millisecondsToPacificMidnight(new Date()), 'destination', 'quotaExceeded')
  }

  return {
    read: () => readToday(db, quotaName, budget),
    readPrice,
    take: (units) => take(units, 0),
    async takeMessage(creatorUid) {
      await take(await readPrice(), 1)
      await addQuotaCreator(db, quotaName, creatorUid)
    },
    async recordFailure(failure) {
      const isUsedUp = failure instanceof SlowDownError && failure.reason === 'quotaExceeded'
      if (isUsedUp) await learn()
      return failure
    },
  }
}
