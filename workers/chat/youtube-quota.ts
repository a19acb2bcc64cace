/** The ledger of Google's daily units: all creators and all processes of this installation take from the same. */
import type { Db } from '../../db/connection.ts'
import { exhaustDay, readToday, takeUnits } from '../../db/queries/quota-days.ts'
import type { QuotaState } from '../../db/queries/quota-days.ts'
import { millisecondsToPacificMidnight } from '../../domain/chat/midnight.ts'
import { SlowDownError } from '../errors.ts'

export interface YoutubeQuota {
  read(): Promise<QuotaState>
  /** Books what a call costs before it is made; Google counts refused calls too. `SlowDownError` until midnight when it is not there. */
  take(units: number): Promise<void>
  /** Hands a failure on; when it is Google's word that the day is used up, the ledger knows it from now on. */
  note(failure: Error): Promise<Error>
}

const name = 'youtube'

/** Opens the ledger of an installation. */
export function openYoutubeQuota(db: Db, { dailyQuota }: { dailyQuota: number }): YoutubeQuota {
  return {
    read: () => readToday(db, name, dailyQuota),
    async take(units) {
      if (await takeUnits(db, name, units, dailyQuota)) return
      throw new SlowDownError(millisecondsToPacificMidnight(new Date()), 'destination', 'quotaExceeded')
    },
    async note(failure) {
      const isUsedUp = failure instanceof SlowDownError && failure.reason === 'quotaExceeded'
      if (isUsedUp) await exhaustDay(db, name, dailyQuota)
      return failure
    },
  }
}
