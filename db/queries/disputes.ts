/** Disputes about a creator's tips. Every query filters by the creator, so that nobody can read another creator's disputes. */
import { sql } from 'kysely'
import type { Dispute } from '../../contract/statement-calls.ts'
import type { DisputeRow } from '../ledger-tables.ts'
import type { Db } from '../connection.ts'
import type { AccountRow, Mode, OrderRow, TipRow } from '../schema.ts'

export type DisputeListRow = Omit<Dispute, 'openedAt' | 'respondBy'> & {
  openedAt: Date
  respondBy: Date | null
}

/** Lists disputes of a creator's tips: open ones first, by deadline; then the others, the latest first. */
export async function listDisputes(db: Db, creatorUid: string, mode: Mode): Promise<DisputeListRow[]> {
  const { rows } = await sql<DisputeListRow>`
    select d.id, t.id as tip_id, d.provider, d.status, d.reason, t.currency, d.amount_minor as amount,
      case when t.is_anonymous then 'Anonymous' else t.supporter_name end as name, d.opened_at, d.respond_by
    from dispute d join tip t on t.provider = d.provider and t.capture_id = d.capture_id
    where t.creator_uid = ${creatorUid} and t.mode = ${mode}
    order by d.status <> 'open', case when d.status = 'open' then d.respond_by end nulls last, d.opened_at desc
    limit 500
  `.execute(db)
  return rows
}

export interface EvidenceRow
  extends
    Pick<DisputeRow, 'disputeId' | 'provider' | 'reason' | 'openedAt' | 'captureId'>,
    Pick<TipRow, 'returnedMinor' | 'currency' | 'capturedAt' | 'supporterName' | 'message'>,
    Pick<AccountRow, 'userName' | 'displayName'>,
    Pick<OrderRow, 'termsVersion' | 'addressHash'> {
  providerOrderId: string
  chargedMinor: number
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
}

/** Finds the data that we store about a disputed tip; undefined when the dispute is not about a tip of this creator. */
export async function findEvidence(db: Db, creatorUid: string, id: string): Promise<EvidenceRow | undefined> {
  const { rows } = await sql<EvidenceRow>`
    select d.dispute_id, d.provider, d.reason, d.opened_at, d.capture_id, o.provider_order_id,
      t.amount_minor + t.covered_fee_minor as charged_minor, t.returned_minor, t.currency, a.user_name, a.display_name,
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
    left join goal g on g.goaluuid = t.goaluuid
    left join lateral (
      select coalesce(al.begun_at, al.shown_at) as shown_at, al.begun_by as shown_by, al.shown_ms
      from outbox e join alert al on al.event_id = e.event_id
      where e.creator_uid = t.creator_uid and e.type = 'tip.captured' and (e.payload ->> 'tipId')::uuid = t.id
        and al.shown_at is not null
      order by al.shown_at limit 1
    ) shown on true
    where d.id = ${id} and t.creator_uid = ${creatorUid}
  `.execute(db)
  return rows[0]
}
