/** The parts of an order that its receipt shows: the status, the payment, and the state of the alert. */
import { sql } from 'kysely'
import type { FullTip } from '../../../contract/payments/tip.ts'
import type { Db } from '../../connection.ts'
import type { AccountRow, OrderRow, TipRow } from '../../schema.ts'
import { wordSettingsOf } from '../moderation/word-settings.ts'
import type { WordSettings } from '../moderation/word-settings.ts'

type OrderColumns =
  | 'status'
  | 'waitsForPayee'
  | 'supporterUid'
  | 'feeMinor'
  | 'coveredFeeMinor'
  | 'currency'
  | 'provider'
  | Exclude<keyof FullTip, 'worth'>

export interface ReceiptRow
  extends Pick<OrderRow, OrderColumns>, Pick<AccountRow, 'userName' | 'displayName' | 'image'> {
  orderId: string
  creatorUid: string
  /** The word settings of the creator. */
  words: WordSettings
  orderedAt: Date
  goalTitle: string | null
  captureId: string | null
  capturedAt: Date | null
  returnedMinor: number
  /** Null when the tip was never held. */
  hold: TipRow['hold']
  /** When the alert was stored for the creator's overlays. */
  sentAt: Date | null
  /**
   * When the creator's active overlay began to show the alert, and how many milliseconds of it were visible; null if the overlay
   * has not reported it.
   */
  shownAt: Date | null
  shownMs: number | null
}

/** Finds the receipt of an order. */
export async function findReceipt(db: Db, orderId: string): Promise<ReceiptRow | undefined> {
  return readReceipt(db, sql`o.id = ${orderId}`)
}

/** Finds the receipt of the order that became a tip. */
export async function findReceiptOfTip(db: Db, tipId: string): Promise<ReceiptRow | undefined> {
  return readReceipt(db, sql`t.id = ${tipId}`)
}

async function readReceipt(db: Db, which: ReturnType<typeof sql>): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select o.id as order_id, o.creator_uid, o.status, o.waits_for_payee, o.supporter_uid, o.supporter_name, o.is_anonymous, o.is_private, o.message,
      o.amount_minor, o.fee_minor, o.covered_fee_minor, o.currency, o.provider, o.created_at as ordered_at,
      a.user_name, a.display_name, a.image, ${wordSettingsOf(sql.ref('a.uid'))} as words, g.title as goal_title,
      t.capture_id, t.captured_at, t.hold, coalesce(t.returned_minor, 0) as returned_minor, sent.sent_at,
      shown.shown_at, shown.shown_ms
    from tip_order o
    join account a on a.uid = o.creator_uid
    left join goal g on g.goal_id = o.goal_id
    left join tip t on t.order_id = o.id
    left join lateral (
      select min(al.created_at) as sent_at
      from outbox e join alert al on al.event_id = e.event_id
      where e.type = 'tip.captured' and (e.payload ->> 'tipId')::uuid = t.id
    ) sent on true
    left join lateral (
      select coalesce(al.begun_at, al.shown_at) as shown_at, al.shown_ms
      from outbox e join alert al on al.event_id = e.event_id
      where e.type = 'tip.captured' and (e.payload ->> 'tipId')::uuid = t.id and al.shown_at is not null
      order by al.shown_at limit 1
    ) shown on true
    where ${which}
  `.execute(db)
  return rows[0]
}
