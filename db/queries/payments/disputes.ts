/**
 * Disputes of, and inquiries about, a creator's tips. Every query filters by the creator, so that nobody can read another creator's.
 */
import { sql } from 'kysely'
import type { Dispute } from '../../../contract/payments/statement-calls.ts'
import type { DisputeRow, DisputeStatus, InquiryStatus } from '../../ledger-tables.ts'
import type { Db } from '../../connection.ts'
import { refundable } from './statement.ts'
import type { AccountRow, Mode, OrderRow, TipRow } from '../../schema.ts'

export type DisputeListRow = Omit<Dispute, 'openedAt' | 'respondBy'> & {
  openedAt: Date
  respondBy: Date | null
}

/**
 * Lists disputes and inquiries: open ones first, by deadline; then the others, the latest first. With `id`, only this one. A creator
 * has a notice about each of them, or will have one in a moment: this finds them without reading all of the creator's tips.
 */
export async function listDisputes(
  db: Db,
  creatorUid: string,
  mode: Mode,
  id?: string,
): Promise<DisputeListRow[]> {
  const { rows } = await sql<DisputeListRow>`
    select d.id, t.id as tip_id, d.provider, ${shownStatus} as status, ${isInquiry} as is_inquiry, d.reason, t.currency,
      d.amount_minor as amount,
      case when t.is_anonymous then 'Anonymous' else t.supporter_name end as name, d.opened_at, d.respond_by,
      (select r.status from dispute_response r where r.dispute_id = d.id
        and r.is_inquiry = ${isInquiry} order by r.created_at desc limit 1) as response
    from dispute d join tip t on t.provider = d.provider and t.capture_id = d.capture_id
    where d.id in (
      select dispute_id from dispute_notice where uid = ${creatorUid}
      union all select id from dispute where notice_due_at <= now() and applied_at is not null
      union all select id from dispute where applied_at is null
    ) and t.creator_uid = ${creatorUid} and t.mode = ${mode} ${id ? sql`and d.id = ${id}` : sql``}
    order by ${shownStatus} <> 'open', case when ${shownStatus} = 'open' then d.respond_by end nulls last, d.opened_at desc
    limit 500
  `.execute(db)
  return rows
}

/** Returns whether a dispute is an inquiry, open or closed. */
export function isInquiryStatus(status: DisputeStatus): status is InquiryStatus {
  return status === 'inquiry' || status === 'inquiry_closed'
}

const isInquiry = sql<boolean>`d.status in ('inquiry', 'inquiry_closed')`
/** An inquiry that was closed took no money, as a dispute that was won. */
const shownStatus = sql<
  Dispute['status']
>`case d.status when 'inquiry' then 'open' when 'inquiry_closed' then 'won' else d.status end`

export interface EvidenceRow
  extends
    Pick<
      DisputeRow,
      'id' | 'disputeId' | 'provider' | 'mode' | 'reason' | 'status' | 'respondBy' | 'openedAt' | 'captureId'
    >,
    Pick<
      TipRow,
      'returnedMinor' | 'currency' | 'capturedAt' | 'supporterName' | 'isAnonymous' | 'isPrivate' | 'message'
    >,
    Pick<AccountRow, 'userName' | 'displayName'>,
    Pick<OrderRow, 'termsVersion' | 'addressHash' | 'payeeId'> {
  providerOrderId: string
  chargedMinor: number
  /** How much of the charge can be refunded now. */
  refundableMinor: number
  title: string | null
  orderedAt: Date
  /**
   * When the creator's active overlay began to show the alert, that overlay's id, and how many milliseconds of the alert were
   * visible.
   */
  shownAt: Date | null
  shownBy: string | null
  shownMs: number | null
  chats: { destination: string; sentAt: string }[]
  /** When the receipt was emailed to the supporter's account; null if it was not, or that was more than 30 days ago. */
  receiptSentAt: Date | null
  /** Earlier tips of the same account to this creator that were neither disputed nor returned, and when the first one was. */
  earlierTips: number
  earliestAt: Date | null
}

/** Finds the data that we store about a disputed tip; undefined when the dispute is not about a tip of this creator. */
export async function findEvidence(db: Db, creatorUid: string, id: string): Promise<EvidenceRow | undefined> {
  const { rows } = await sql<EvidenceRow>`
    select d.id, d.dispute_id, d.provider, d.mode, d.reason, d.status, d.respond_by, d.opened_at, d.capture_id,
      o.provider_order_id, o.payee_id, t.is_anonymous, t.is_private, earlier.earlier_tips, earlier.earliest_at,
      (
        select v.completed_at from outbox e join delivery v on v.event_id = e.event_id
        where e.creator_uid = t.creator_uid and e.type = 'tip.captured' and (e.payload ->> 'tipId')::uuid = t.id
          and v.destination = 'receipt' and v.status = 'sent'
      ) as receipt_sent_at,
      t.amount_minor + t.covered_fee_minor as charged_minor, ${refundable} as refundable_minor, t.returned_minor, t.currency, a.user_name, a.display_name,
      g.title, o.created_at as ordered_at, t.captured_at, o.terms_version, t.supporter_name, t.message, o.address_hash,
      shown.shown_at, shown.shown_by, shown.shown_ms,
      coalesce((
        select jsonb_agg(jsonb_build_object('destination', v.destination, 'sentAt', v.completed_at) order by v.completed_at)
        from outbox e join delivery v on v.event_id = e.event_id
        where e.creator_uid = t.creator_uid and e.type = 'tip.captured' and (e.payload ->> 'tipId')::uuid = t.id
          and v.destination like 'chat-%' and v.status = 'sent'
      ), '[]') as chats
    from dispute d
    join tip t on t.provider = d.provider and t.capture_id = d.capture_id
    join tip_order o on o.id = t.order_id
    join account a on a.uid = t.creator_uid
    left join goal g on g.goal_id = t.goal_id
    left join lateral (
      select coalesce(al.begun_at, al.shown_at) as shown_at, al.begun_by as shown_by, al.shown_ms
      from outbox e join alert al on al.event_id = e.event_id
      where e.creator_uid = t.creator_uid and e.type = 'tip.captured' and (e.payload ->> 'tipId')::uuid = t.id
        and al.shown_at is not null
      order by al.shown_at limit 1
    ) shown on true
    left join lateral (
      select count(*)::int as earlier_tips, min(b.captured_at) as earliest_at
      from tip b
      where b.creator_uid = t.creator_uid and b.supporter_uid = t.supporter_uid and not t.is_anonymous
        and not b.is_anonymous and b.captured_at < t.captured_at and b.returned_minor = 0
        and not exists (select from dispute x where x.provider = b.provider and x.capture_id = b.capture_id)
    ) earlier on true
    where d.id = ${id} and t.creator_uid = ${creatorUid}
  `.execute(db)
  return rows[0]
}
