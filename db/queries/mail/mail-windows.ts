/** Decides which of a creator's emails are sent at once and which are combined, so that a burst of tips becomes one email. */
import { sql } from 'kysely'
import type { InsertObject } from 'kysely'
import type { Db, Trx } from '../../connection.ts'
import type { Schema } from '../../schema.ts'
import { completeDeliveries, releaseDeliveries } from '../deliveries/deliveries.ts'

export type MailDecision =
  /** Send the email now, and include these events in it. */
  | { kind: 'send'; with: string[] }
  /** Nothing to do now: the email of another event includes this event, or this email waits for more events. */
  | { kind: 'later' }

/**
 * Decides what to do with a leased email to a creator. The first email is sent at once and opens a window of some minutes. The next
 * one waits until the window ends, and later ones are coalesced into it. Safe to repeat: once the decision is to send an email, it
 * stays the same, with the same events.
 */
export async function decideMail(
  db: Db,
  { creatorUid, id, seconds }: { creatorUid: string; id: string; seconds: number },
): Promise<MailDecision> {
  return db.transaction().execute(async (trx) => {
    const endsAt = sql<Date>`now() + ${seconds} * interval '1 second'`
    const opened = { endsAt, openedBy: id, carrierId: null }
    const { openedBy, carrierId, leftMs } = await lockWindow(trx, { creatorUid, ...opened })
    if (openedBy === id) return { kind: 'send', with: await listCarried(trx, id) }
    if (carrierId !== null && carrierId !== id && (await isOpen(trx, carrierId))) {
      await completeDeliveries(trx, [id], { status: 'coalesced', into: carrierId })
      return { kind: 'later' }
    }
    if (leftMs > 0) {
      await postponeEmail(trx, creatorUid, id, leftMs)
      return { kind: 'later' }
    }
    await trx.updateTable('mailWindow').set(opened).where('creatorUid', '=', creatorUid).execute()
    return { kind: 'send', with: await listCarried(trx, id) }
  })
}

/** Milliseconds until a window ends; 0 or less when it is over. */
const leftMsOf = sql<number>`extract(epoch from ends_at - clock_timestamp())::float8 * 1000`

/** Opens a creator's window unless there is one, and locks its row. */
async function lockWindow(trx: Trx, opened: InsertObject<Schema, 'mailWindow'>) {
  await trx
    .insertInto('mailWindow')
    .values(opened)
    .onConflict((oc) => oc.doNothing())
    .execute()
  return trx
    .selectFrom('mailWindow')
    .select(['openedBy', 'carrierId', leftMsOf.as('leftMs')])
    .where('creatorUid', '=', opened.creatorUid)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Lists the events of the emails that a delivery includes. */
async function listCarried(trx: Trx, id: string): Promise<string[]> {
  const rows = await trx.selectFrom('delivery').select('eventId').where('coalescedInto', '=', id).execute()
  return rows.flatMap(({ eventId }) => eventId ?? [])
}

/** Returns whether an email is not sent and not given up yet. An email that was given up cannot include other events. */
async function isOpen(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('delivery')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`(status in ('due', 'leased')) is true`) // see docs/decisions/0035-plans-for-open-work.md
    .executeTakeFirst()
  return row !== undefined
}

/** Makes this email the next one that combines several events; it becomes due when the window ends. */
async function postponeEmail(trx: Trx, creatorUid: string, id: string, leftMs: number): Promise<void> {
  await trx.updateTable('mailWindow').set({ carrierId: id }).where('creatorUid', '=', creatorUid).execute()
  await releaseDeliveries(trx, [id], leftMs)
}
