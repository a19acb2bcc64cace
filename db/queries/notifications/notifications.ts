/** Notifications and the preferences about them. */
import { sql } from 'kysely'
import type { NotificationPreferences } from '../../../contract/entities.ts'
import type { Db } from '../../connection.ts'
import { shownWorthOf } from '../tip-worth.ts'

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
    .leftJoin('goal', 'goal.goalId', 'tip.goalId')
    .innerJoin('account', 'account.uid', 'notification.uid')
    .select(['notification.id', 'notification.kind', 'notification.createdAt'])
    .select(readAt.as('readAt'))
    .select(['notification.tipId', 'tip.hold'])
    .select(['tip.supporterName', 'tip.isAnonymous', 'tip.isPrivate', 'tip.message', 'tip.amountMinor'])
    .select(['tip.currency', 'goal.title as goalTitle', shownWorthOf(sql.ref('tip')).as('worth')])
    .where('notification.uid', '=', uid)
    .orderBy('notification.createdAt', 'desc')
    .orderBy('notification.id')
    .limit(limit)
    .execute()
}

/** When a notification was read: by itself, or with all others. */
export const readAt = sql<Date | null>`coalesce(
  notification.read_at,
  case when notification.created_at <= account.notifications_read_to then account.notifications_read_to end
)`

/** More are not counted, because pages say 99+: an account that reads none has hundreds of thousands. */
const maxCounted = 1_000

/** Counts an account's unread notifications, up to a thousand of each kind. Reads a partial index of unread ones. */
export async function countUnreadNotifications(db: Db, uid: string): Promise<number> {
  const isUnread = sql`uid = ${uid} and read_at is null and created_at > read_to`
  const latest = sql`order by created_at desc limit ${maxCounted}`
  const { rows } = await sql<{ unread: number }>`
    select (select count(*) from (select from notification where ${isUnread} ${latest}) n)
      + (select count(*) from (select from dispute_notice where ${isUnread} ${latest}) d) as unread
    from (select coalesce((select notifications_read_to from account where uid = ${uid}), '-infinity') as read_to) as all_read`.execute(
    db,
  )
  return rows[0]!.unread
}

/**
 * Marks an account's notifications read: those in `ids`, or all. For all of them one time is stored, because a creator may have a
 * hundred thousand.
 */
export async function markNotificationsRead(db: Db, uid: string, ids?: readonly string[]): Promise<void> {
  if (ids === undefined) return markAllRead(db, uid)
  for (const table of ['notification', 'disputeNotice'] as const)
    await db
      .updateTable(table)
      .set({ readAt: sql<Date>`now()` })
      .where('uid', '=', uid)
      .where('readAt', 'is', null)
      .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
      .execute()
}

async function markAllRead(db: Db, uid: string): Promise<void> {
  await sql`
    update account set notifications_read_to = latest.created_at
    from (select greatest(
      (select created_at from notification where uid = ${uid} order by created_at desc limit 1),
      (select created_at from dispute_notice where uid = ${uid} order by created_at desc limit 1)
    ) as created_at) latest
    where account.uid = ${uid} and latest.created_at is not null
      and notifications_read_to is distinct from latest.created_at`.execute(db)
}
