/** Reads the creators of overlays that connect, in batches, because after a restart all overlays reconnect at once. */
import DataLoader from 'dataloader'
import type { Db } from '../../db/connection.ts'
import { findOverlayCreators } from '../../db/queries/panel/overlay-creators.ts'
import type { OverlayCreator } from '../../db/queries/panel/overlay-creators.ts'

const batchMs = 10
const maxBatchSize = 500

/** Finds the creator with this uid. The query starts after this call has returned. */
export type FindOverlayCreator = (uid: string) => Promise<OverlayCreator | undefined>

/** Returns a function that finds creators; one statement reads all creators that are requested within ten milliseconds. */
export function batchOverlayCreators(db: Db): FindOverlayCreator {
  const creators = new DataLoader(
    async (uids: readonly string[]) => {
      const found = await findOverlayCreators(db, uids)
      return uids.map((uid) => found.get(uid))
    },
    { cache: false, maxBatchSize, batchScheduleFn: (readBatch) => setTimeout(readBatch, batchMs) },
  )
  return (uid) => creators.load(uid)
}
