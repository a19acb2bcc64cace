/** Whose turn it is to be mailed: bursts become one mail. */
import { sql } from 'kysely'
import type { Db, Trx } from '../connection.ts'

export type MailDecision =
  /** Send now, and tell of these events as well. */
  | { kind: 'send'; with: string[] }
  /** Stands in another event's mail, or waits to carry the others: nothing to do now. */
  | { kind: 'later' }

interface MailWindow {
  isOver: boolean
  openedBy: string
  carrierId: string | null
}

/**
 * Decides about an owed mail. The first goes at once and opens a window; the next waits until it is over, and those that come
 * meanwhile are coalesced into it. Safe to repeat: whoever was told to send is told so again, with the same events.
 */
export async function decideMail(
  db: Db,
  { creatorUid, eventId, seconds }: { creatorUid: string; eventId: string; seconds: number },
): Promise<MailDecision> {
  return db.transaction().execute(async (trx) => {
    const window = await lockWindow(trx, { creatorUid, eventId, seconds })
    const { openedBy, carrierId, isOver } = window
    if (openedBy === eventId) return { kind: 'send', with: await listCarried(trx, eventId) }
    if (carrierId !== null && carrierId !== eventId && (await isOwed(trx, carrierId))) {
      await coalesce(trx, eventId, carrierId)
      return { kind: 'later' }
    }
    if (!isOver) {
      await waitToCarry(trx, creatorUid, eventId)
      return { kind: 'later' }
    }
    await trx
      .updateTable('mailWindow')
      .set({
        endsAt: sql<Date>`now() + ${seconds} * interval '1 second'`,
        openedBy: eventId,
        carrierId: null,
      })
      .where('creatorUid', '=', creatorUid)
      .execute()
    return { kind: 'send', with: await listCarried(trx, eventId) }
  })
}

async function lockWindow(
  trx: Trx,
  { creatorUid, eventId, seconds }: { creatorUid: string; eventId: string; seconds: number },
): Promise<MailWindow> {
  await trx
    .insertInto('mailWindow')
    .values({
      creatorUid,
      endsAt: sql<Date>`now() + ${seconds} * interval '1 second'`,
      openedBy: eventId,
      carrierId: null,
    })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return trx
    .selectFrom('mailWindow')
    .select(['openedBy', 'carrierId', sql<boolean>`ends_at <= clock_timestamp()`.as('isOver')])
    .where('creatorUid', '=', creatorUid)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function listCarried(trx: Trx, eventId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('delivery')
    .select('eventId')
    .where('coalescedInto', '=', eventId)
    .where('destination', '=', 'mail')
    .execute()
  return rows.map((row) => row.eventId)
}

/** A carrier whose mail was given up carries nobody. */
async function isOwed(trx: Trx, eventId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('delivery')
    .select('eventId')
    .where('eventId', '=', eventId)
    .where('destination', '=', 'mail')
    .where('status', '=', 'owed')
    .executeTakeFirst()
  return row !== undefined
}

async function coalesce(trx: Trx, eventId: string, carrierId: string): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ status: 'coalesced', coalescedInto: carrierId, settledAt: sql<Date>`now()` })
    .where('eventId', '=', eventId)
    .where('destination', '=', 'mail')
    .where('status', '=', 'owed')
    .execute()
}

/** The sweep finds it when the window is over. */
async function waitToCarry(trx: Trx, creatorUid: string, eventId: string): Promise<void> {
  await trx
    .with('carrying', (qc) =>
      qc
        .updateTable('mailWindow')
        .set({ carrierId: eventId })
        .where('creatorUid', '=', creatorUid)
        .returning('endsAt'),
    )
    .updateTable('delivery')
    .from('carrying')
    .set((eb) => ({ dueAt: eb.ref('carrying.endsAt') }))
    .where('eventId', '=', eventId)
    .where('destination', '=', 'mail')
    .where('status', '=', 'owed')
    .execute()
}
