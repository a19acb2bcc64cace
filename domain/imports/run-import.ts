/** Counts the tips of an import, or takes them out, in parts that are each one short transaction. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Trx } from '../../db/connection.ts'
import * as queries from '../../db/queries/imports/count-imports.ts'
import type { ImportRow } from '../../db/queries/imports/imports.ts'

/** The lines of a part. While one is counted, no tip of the creator is recorded: 500 lines take about 30 ms. */
const partSize = 500
/** The pause between parts in milliseconds. It lets tips be recorded. */
const pauseMs = 5

/**
 * Continues an import where it stopped, until all of it is in, or all of it is out. Safe to run twice, also at the same time: each
 * part locks the import. Returns the creator, whose boards have changed; undefined if there was nothing to do.
 */
export async function runImport(db: Db, importId: string): Promise<string | undefined> {
  let creatorUid: string | undefined
  for (;;) {
    const part = await db.transaction().execute(async (trx) => runPart(trx, importId))
    creatorUid = part?.creatorUid ?? creatorUid
    if (!part) return creatorUid
    // A transaction of its own, without the lock that tips take: the lines of a large file go in seconds.
    const { state } = part
    if (!part.isMore && (await db.transaction().execute((trx) => end(trx, importId, state))))
      return creatorUid
    await sleep(pauseMs)
  }
}

async function runPart(trx: Trx, importId: string) {
  const row = await queries.lockImport(trx, importId)
  if (!row) return undefined
  const { creatorUid, state } = row
  if (state === 'importing') return { creatorUid, state, isMore: await queries.countPart(trx, row, partSize) }
  await queries.removeDays(trx, importId)
  return { creatorUid, state, isMore: await queries.removePart(trx, row, partSize) }
}

/** Ends an import that is all in, or all out. Returns false if it was marked for removal meanwhile. */
async function end(trx: Trx, importId: string, state: ImportRow['state']): Promise<boolean> {
  const row = await queries.lockImport(trx, importId)
  if (row && row.state !== state) return false
  if (row) await (state === 'importing' ? queries.endImport : queries.deleteImport)(trx, importId)
  return true
}
