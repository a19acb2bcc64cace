/**
 * Which process receives a platform's events for which creator, and until when it has. A row is there while the creator has the events
 * on, and after the platform has ended them. Receivers that are free are found by an index. Renewing, and looking for those whose holder is
 * gone, reads the whole table every three seconds, which has one row for each such creator.
 */
import { sql } from 'kysely'
import type { EventsEndReason } from '../../../contract/chat/platform-events-calls.ts'
import type { Platform } from '../../../contract/chat/platforms.ts'
import type { Db } from '../../connection.ts'

const now = sql<Date>`now()`

/** Returns what a creator sees about the events of a platform; undefined if they are off. */
export async function findEventReceiver(db: Db, uid: string, platform: Platform) {
  return db
    .selectFrom('eventReceiver')
    .select(['endReason', 'endedAt', 'receivedUntil', 'lostFrom', 'lostUntil'])
    .select(sql<boolean>`is_receiving and held_until > now()`.as('isReceiving'))
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .executeTakeFirst()
}

/** Switches events on. A process that receives them already connects anew, with the newest tokens. */
export async function insertEventReceiver(db: Db, uid: string, platform: Platform): Promise<void> {
  const anew = {
    endReason: null,
    endedAt: null,
    holder: null,
    heldUntil: null,
    isReceiving: false,
    receivedUntil: null,
    lostFrom: null,
    lostUntil: null,
  }
  await db
    .insertInto('eventReceiver')
    .values({ uid, platform })
    .onConflict((oc) => oc.columns(['uid', 'platform']).doUpdateSet(anew))
    .execute()
}

/** Switches events off. */
export async function deleteEventReceiver(db: Db, uid: string, platform: Platform): Promise<void> {
  await db.deleteFrom('eventReceiver').where('uid', '=', uid).where('platform', '=', platform).execute()
}

/** Names a receiver that a process holds. */
export interface HeldReceiver {
  uid: string
  platform: Platform
  holder: string
}

/**
 * Takes receivers that no process holds, at most `limit`, for `ttlMs` milliseconds: those that are free, and with `isThorough` those whose
 * holder is gone as well. Returns their creators.
 */
export async function takeReceivers(
  db: Db,
  { platform, holder }: Omit<HeldReceiver, 'uid'>,
  { ttlMs, limit, isThorough }: { ttlMs: number; limit: number; isThorough: boolean },
): Promise<string[]> {
  const taken = await db
    .updateTable('eventReceiver')
    .set({ holder, heldUntil: after(ttlMs), isReceiving: false })
    .where('platform', '=', platform)
    .where('uid', 'in', (eb) =>
      eb
        .selectFrom('eventReceiver')
        .select('uid')
        .where('platform', '=', platform)
        .where('endReason', 'is', null)
        .$if(!isThorough, (free) => free.where('holder', 'is', null))
        .$if(isThorough, (open) =>
          open.where((or) => or.or([or('holder', 'is', null), or('heldUntil', '<', now)])),
        )
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('uid')
    .execute()
  return taken.map(({ uid }) => uid)
}

/**
 * Holds the receivers of a process for another `ttlMs` milliseconds. Returns the creators whose receiver it still holds. What arrived within
 * the last `unstoredMs` milliseconds may still be in the process, and would be lost with it.
 */
export async function renewReceivers(
  db: Db,
  { platform, holder }: Omit<HeldReceiver, 'uid'>,
  { ttlMs, unstoredMs }: { ttlMs: number; unstoredMs: number },
): Promise<Set<string>> {
  const renewed = await db
    .updateTable('eventReceiver')
    .set({
      heldUntil: after(ttlMs),
      receivedUntil: sql<Date | null>`case when is_receiving then greatest(received_until, ${ago(unstoredMs)})
        else received_until end`,
    })
    .where('platform', '=', platform)
    .where('holder', '=', holder)
    .where('heldUntil', '>', now)
    .returning('uid')
    .execute()
  return new Set(renewed.map(({ uid }) => uid))
}

/**
 * Notes that events arrive from now on. What happened since they last did is lost: since `silentMs` milliseconds ago, or, where that is
 * null because another process received them, since what that process noted.
 */
export async function markReceiving(db: Db, held: HeldReceiver, silentMs: number | null): Promise<void> {
  const since = sql`least(received_until, ${ago(silentMs)})`
  await update(db, held, {
    lostFrom: sql`coalesce(${since}, lost_from)`,
    lostUntil: sql`case when ${since} is null then lost_until else now() end`,
    isReceiving: true,
    receivedUntil: now,
  })
}

/** Notes that events arrive from now on, and that nothing was lost: the platform sends again what happened meanwhile. */
export async function markContinued(db: Db, held: HeldReceiver): Promise<void> {
  await update(db, held, { isReceiving: true, receivedUntil: now })
}

/** Returns how many creators have a platform's events on. Reads the table, which has one row for each. */
export async function countReceivers(db: Db, platform: Platform): Promise<number> {
  const { count } = await db
    .selectFrom('eventReceiver')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('platform', '=', platform)
    .where('endReason', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Notes that no events have arrived since `silentMs` milliseconds ago. */
export async function markInterrupted(db: Db, held: HeldReceiver, silentMs: number): Promise<void> {
  const receivedUntil = sql`least(received_until, ${ago(silentMs)})`
  await update(db, held, { isReceiving: false, receivedUntil })
}

/** Notes why the platform has ended the events. Only the creator can switch them on again. */
export async function endReceiver(db: Db, held: HeldReceiver, endReason: EventsEndReason): Promise<void> {
  const nobody = { holder: null, heldUntil: null, isReceiving: false }
  await update(db, held, { endReason, endedAt: now, ...nobody })
}

/** Lets another process take a receiver at once. What has arrived until now is or will be stored. */
export async function releaseReceiver(db: Db, held: HeldReceiver): Promise<void> {
  const receivedUntil = sql`case when is_receiving then now() else received_until end`
  await update(db, held, { holder: null, heldUntil: null, isReceiving: false, receivedUntil })
}

async function update(db: Db, { uid, platform, holder }: HeldReceiver, change: object): Promise<void> {
  await db
    .updateTable('eventReceiver')
    .set(change)
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .where('holder', '=', holder)
    .execute()
}

const ago = (milliseconds: number | null) =>
  sql<Date | null>`now() - ${milliseconds === null ? null : milliseconds / 1000}::float8 * interval '1 second'`
const after = (milliseconds: number) => sql<Date>`now() + ${milliseconds / 1000} * interval '1 second'`
