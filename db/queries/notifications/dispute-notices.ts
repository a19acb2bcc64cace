/** Notices to creators about disputes and inquiries. Each notice is stored once, and so is the email that comes with it. */
import { sql } from 'kysely'
import type { Currency } from '../../../contract/money/money.ts'
import type { Db, Trx } from '../../connection.ts'
import type { DisputeNoticeKind, DisputeRow } from '../../ledger-tables.ts'
import type { AccountRow } from '../../schema.ts'
import { readAt } from './notifications.ts'

/** A dispute whose creator may need a notice. */
export type DueNotice = Pick<DisputeRow, 'id' | 'provider' | 'status' | 'amountMinor' | 'respondBy'> &
  Pick<AccountRow, 'uid' | 'email' | 'locale' | 'displayName'> & {
    currency: Currency
    /** Whether the creator has answered it here, and the provider has not refused that. */
    isAnswered: boolean
    isErased: boolean
  }

/** Locks the longest due disputes that no other process has locked. Reads a partial index of disputes with something to tell. */
export async function lockDueNotices(trx: Trx, now: Date, limit: number): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    select d.id, d.provider, d.status, d.amount_minor, d.respond_by, t.currency,
      a.uid, a.email, a.locale, a.display_name, a.erased_at is not null as is_erased,
      exists (
        select from dispute_response r
        where r.dispute_id = d.id and r.is_inquiry = (d.status = 'inquiry') and r.status <> 'refused'
      ) as is_answered
    from dispute d
    join tip t on t.provider = d.provider and t.capture_id = d.capture_id
    join account a on a.uid = t.creator_uid
    where d.notice_due_at <= ${now} and d.applied_at is not null
    order by d.notice_due_at limit ${limit}
    for update of d skip locked
  `.execute(trx)
  return rows
}

export interface NewNotice {
  disputeId: string
  uid: string
  kind: DisputeNoticeKind
  respondBy: Date | null
}

/** Stores a notice. Returns false if it was stored before. */
export async function insertNotice(trx: Trx, notice: NewNotice): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('disputeNotice')
    .values(notice)
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Sets when the creator may need the next notice about a dispute; null for never, unless its provider reports more. */
export async function setNoticeDue(trx: Trx, disputeId: string, noticeDueAt: Date | null): Promise<void> {
  await trx.updateTable('dispute').set({ noticeDueAt }).where('id', '=', disputeId).execute()
}

export interface DisputeNoticeLine {
  id: string
  kind: DisputeNoticeKind
  respondBy: Date | null
  createdAt: Date
  readAt: Date | null
  amountMinor: number
  currency: Currency
  name: string
}

/** Returns an account's latest notices about disputes, newest first. An anonymous supporter has no name. */
export async function listDisputeNotices(db: Db, uid: string, limit: number): Promise<DisputeNoticeLine[]> {
  const { rows } = await sql<DisputeNoticeLine>`
    select notification.id, notification.kind, notification.respond_by, notification.created_at, ${readAt} as read_at,
      d.amount_minor, t.currency, case when t.is_anonymous then 'Anonymous' else t.supporter_name end as name
    from (
      select * from dispute_notice where uid = ${uid} order by created_at desc, id limit ${limit}
    ) notification
    join dispute d on d.id = notification.dispute_id
    join tip t on t.provider = d.provider and t.capture_id = d.capture_id
    join account on account.uid = notification.uid
    order by notification.created_at desc, notification.id
  `.execute(db)
  return rows
}
