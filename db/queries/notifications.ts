/** Notifications and the preferences about them. */
import { sql } from 'kysely'
import type { NotificationPreferences } from '../../contract/entities.ts'
import type { Db } from '../connection.ts'

/** The preferences of an account that has not changed them. */
const defaults: NotificationPreferences = { receiveAllTips: true, receiveGoalFunded: true }

/** Returns an account's preferences, or the defaults. */
export async function getNotificationPreferences(db: Db, uid: string): Promise<NotificationPreferences> {
  const chosen = await db
    .selectFrom('notificationPreference')
    .select(['receiveAllTips', 'receiveGoalFunded'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  return chosen ?? defaults
}

/** Changes the given preferences and keeps the others. */
export async function updateNotificationPreferences(
  db: Db,
  uid: string,
  change: Partial<NotificationPreferences>,
): Promise<void> {
  await db
    .insertInto('notificationPreference')
    .values({ uid, ...change })
    .onConflict((oc) => oc.column('uid').doUpdateSet(change))
    .execute()
}

export type NotificationLine = Awaited<ReturnType<typeof listNotifications>>[number]

/** Returns an account's latest notifications, newest first, each with its tip and goal. */
export async function listNotifications(db: Db, uid: string, limit: number) {
  return db
    .selectFrom('notification')
    .innerJoin('tip', 'tip.id', 'notification.tipId')
    .leftJoin('goal', 'goal.goaluuid', 'tip.goaluuid')
    .select(['notification.id', 'notification.kind', 'notification.createdAt', 'notification.readAt'])
    .select(['notification.tipId', 'tip.hold'])
    .select(['tip.supporterName', 'tip.isAnonymous', 'tip.isPrivate', 'tip.message', 'tip.amountMinor'])
    .select(['tip.currency', 'goal.title as goalTitle'])
    .where('notification.uid', '=', uid)
    .orderBy('notification.createdAt', 'desc')
    .orderBy('notification.id')
    .limit(limit)
    .execute()
}

/** Counts an account's unread notifications. Reads a partial index of unread ones. */
export async function countUnreadNotifications(db: Db, uid: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('uid', '=', uid)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** Marks an account's notifications read: those in `ids`, or all. */
export async function markNotificationsRead(db: Db, uid: string, ids?: readonly string[]): Promise<void> {
  await db
    .updateTable('notification')
    .set({ readAt: sql<Date>`now()` })
    .where('uid', '=', uid)
    .where('readAt', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', '=', (eb) => eb.fn.any(eb.val(ids ?? []))))
    .execute()
}
