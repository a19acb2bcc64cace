/** Keeps within Google's daily quota, which all creators and all processes of this installation share. */
import type { Db } from '../../db/connection.ts'
import { exhaustDay, readToday, takeUnits } from '../../db/queries/quota-days.ts'
import type { QuotaState } from '../../db/queries/quota-days.ts'
import { millisecondsToPacificMidnight } from '../../domain/chat/midnight.ts'
import { SlowDownError } from '../errors.ts'

export interface YoutubeQuota {
  read(): Promise<QuotaState>
  /**
   * Takes the units of a call before it is made, because Google counts refused calls too. If there are not enough, throws a
   * `SlowDownError` that lasts until midnight in California.
   */
  take(units: number): Promise<void>
  /** Returns the failure. If it says that the quota is used up, marks the day's quota as used up first. */
  recordFailure(failure: Error): Promise<Error>
}

const name = 'youtube'

/** Opens the quota of an installation. */
export function openYoutubeQuota(db: Db, { dailyQuota }: { dailyQuota: number }): YoutubeQuota {
  return {
    read: () => readToday(db, name, dailyQuota),
    async take(units) {
      if (await takeUnits(db, name, units, dailyQuota)) return
      throw new SlowDownError(millisecondsToPacificMidnight(new Date()), 'destination', 'quotaExceeded')
    },
    async recordFailure(failure) {
      const isUsedUp = failure instanceof SlowDownError && failure.reason === 'quotaExceeded'
      if (isUsedUp) await exhaustDay(db, name, dailyQuota)
      return failure
    },
  }
}
