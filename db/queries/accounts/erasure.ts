/** Account deletion: marking, cancelling, and erasing everything that identifies a person. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../connection.ts'
import type { AccountRow } from '../../schema.ts'
import { periodsOf } from '../payments/supporter-periods.ts'
import { containsOneOf } from './webhook-subjects.ts'

const now = sql<Date>`now()`

/** Marks an account for erasure in `days` days and returns when; an existing mark stays. */
export async function markForDeletion(trx: Trx, uid: string, days: number): Promise<Date> {
  const row = await trx
    .updateTable('account')
    .set({ deletionDueAt: sql<Date>`coalesce(deletion_due_at, now() + ${days} * interval '1 day')` })
    .where('uid', '=', uid)
    .returning('deletionDueAt')
    .executeTakeFirstOrThrow()
  return row.deletionDueAt!
}

/** Cancels the deletion of an account that is not due yet; returns whether there was one. */
export async function unmarkForDeletion(trx: Trx, uid: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ deletionDueAt: null })
    .where('uid', '=', uid)
    .where('deletionDueAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists accounts whose deletion is due; nobody can log in to them. */
export async function listDueDeletions(db: Db, limit: number): Promise<AccountRow[]> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('deletionDueAt', '<=', now)
    .orderBy('deletionDueAt')
    .limit(limit)
    .execute()
}

/** Returns the addresses of the pictures that an account has uploaded. */
export async function listPicturesOf(db: Db, uid: string): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select image as url from account where uid = ${uid} and image is not null
    union select cover_image from account where uid = ${uid} and cover_image is not null
    union select image from goal where creator_uid = ${uid} and image is not null
    union select url from alert_picture where creator_uid = ${uid}`.execute(db)
  return rows.map(({ url }) => url)
}

/**
 * Erases an account that is due. The person's texts, names, addresses and keys are deleted everywhere; tips and the ledger stay,
 * and reference an empty placeholder account. Returns false if the account is not due or is already erased.
 */
export async function eraseAccount(trx: Trx, uid: string): Promise<boolean> {
  const account = await trx
    .selectFrom('account')
    .select(['email'])
    .where('uid', '=', uid)
    .where('deletionDueAt', '<=', now)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return false
  // The order matters: statements that find rows through other rows run before those rows change.
  for (const statement of statementsOf(uid, account.email)) await statement.execute(trx)
  return true
}

function statementsOf(uid: string, email: string): RawBuilder<unknown>[] {
  return [
    ...emptyWebhooks(uid, email),
    ...deleteReports(uid, email),
    ...emptyWhatOthersSee(uid),
    ...deleteOwn(uid, email),
    ...eraseTextsOfMoney(uid),
    disableNotifications(uid),
    emptyAccount(uid),
    emptyNames(uid),
  ]
}

/**
 * Deletes what visitors reported about the person's page and names, and what the person wrote with this address. Runs before the
 * names of tips are emptied.
 */
function deleteReports(uid: string, email: string): RawBuilder<unknown>[] {
  return [
    sql`delete from abuse_case where creator_uid = ${uid}`,
    sql`
      delete from abuse_case c using tip t
      where t.supporter_uid = ${uid} and c.creator_uid = t.creator_uid and lower(c.name) = lower(t.supporter_name)`,
    sql`delete from abuse_report where lower(contact) = lower(${email})`,
    sql`delete from hidden_name where creator_uid = ${uid}`,
  ]
}

/**
 * Empties raw webhooks about the person's payments or addresses. Their keys stay, so that a repeated webhook is recognised.
 * Webhooks whose subjects are not indexed yet are emptied first, because they may be indexed at the same time. The indexed ones are
 * looked up with one search per word, because a single search for many words takes time with the square of their number.
 */
function emptyWebhooks(uid: string, email: string): RawBuilder<unknown>[] {
  const update = sql`
    with needle (word) as materialized (${wordsAbout(uid, email)})
    update webhook_event w set body = '', subjects = '{}', processed_at = coalesce(w.processed_at, now())`
  return [
    sql`${update} where w.subjects is null and ${containsOneOf(sql`select word from needle`)}`,
    sql`${update} from needle where w.subjects @> array[needle.word]`,
  ]
}

/** Selects the addresses and identifiers, in lower case, that providers use for a person and the person's payments. */
function wordsAbout(uid: string, email: string): RawBuilder<unknown> {
  return sql`
    select lower(${email})
    union select lower(email) from payout_account where uid = ${uid} and email is not null
    union select lower(payee_id) from payout_account where uid = ${uid}
    union select lower(email) from waiting_payout_account where uid = ${uid} and email is not null
    union select lower(payee_id) from waiting_payout_account where uid = ${uid}
    union select lower(reference) from payout_onboarding where uid = ${uid}
    union select lower(provider_order_id) from tip_order
      where id in (${ordersOf(uid, 'supporter_uid')} union all ${ordersOf(uid, 'creator_uid')})
        and provider_order_id is not null
    union select lower(capture_id) from tip where supporter_uid = ${uid}
    union select lower(capture_id) from tip where creator_uid = ${uid}`
}

/**
 * Selects the ids of the orders that a person opened or that pay a person. Paid orders are found through their tips, the others
 * through their status, so that both look-ups use an index.
 */
function ordersOf(uid: string, column: 'supporter_uid' | 'creator_uid'): RawBuilder<unknown> {
  const mine = sql`${sql.ref(column)} = ${uid}`
  return sql`
    select order_id from tip where ${mine}
    union all select id from tip_order where ${mine} and status in ('EXPIRED', 'FAILED', 'MISMATCH')
    union all select id from tip_order where ${mine} and status in ('OPENING', 'CREATED', 'CLEARING')`
}

/** Selects the ids of the events of a person's tips. Each half of the union uses an index. */
function eventsOfTips(uid: string, column: 'supporter_uid' | 'creator_uid'): RawBuilder<unknown> {
  const tips = sql`tip t join outbox o on (o.payload ->> 'tipId')::uuid = t.id`
  const mine = sql`t.${sql.ref(column)} = ${uid}`
  return sql`
    select o.event_id from ${tips} where ${mine} and o.type = 'tip.captured'
    union all select o.event_id from ${tips} where ${mine} and o.type <> 'tip.captured'`
}

/** Removes the person's name and message from other creators' alerts. */
function emptyWhatOthersSee(uid: string): RawBuilder<unknown>[] {
  return [
    sql`
      update alert a set body = a.body || '{"name": "Anonymous", "message": null}'
      where a.event_id in (${eventsOfTips(uid, 'supporter_uid')}) and a.creator_uid <> ${uid}`,
    sql`
      delete from supporter_total s using (
        select distinct t.creator_uid, p.period, p.period_start
        from tip t cross join lateral (${periodsOf(sql`t.captured_at`)}) p (period, period_start)
        where t.supporter_uid = ${uid}
      ) mine
      where (s.creator_uid, s.period, s.period_start) = (mine.creator_uid, mine.period, mine.period_start)
        and s.supporter_key = supporter_key(${uid}, null)`,
    sql`delete from supporter_total where creator_uid = ${uid}`,
  ]
}

function deleteOwn(uid: string, email: string): RawBuilder<unknown>[] {
  const ownEvents = sql`(
    ${eventsOfTips(uid, 'creator_uid')}
    union all select event_id from outbox where creator_uid = ${uid} and payload ->> 'tipId' is null
  )`
  return [
    sql`delete from notification where uid = ${uid}`,
    sql`delete from notification where event_id in ${ownEvents}`,
    sql`delete from alert where creator_uid = ${uid}`,
    sql`delete from delivery where event_id in ${ownEvents}`,
    sql`delete from outbox where event_id in ${ownEvents}`,
    sql`delete from pending_sign_up where lower(email) = lower(${email})`,
    sql`delete from delivery where destination = 'account-mail' and status in ('due', 'leased') and lower(mail ->> 'email') in (
      select lower(${email}) union select lower(email) from account_link where uid = ${uid})`,
    ...ownTables.map((table) => sql`delete from ${sql.table(table)} where uid = ${uid}`),
    ...keepBilling(uid),
    sql`delete from creator_tag where creator_uid = ${uid}`,
    sql`delete from tip_rule where creator_uid = ${uid}`,
    sql`delete from webhook_endpoint where creator_uid = ${uid}`,
    sql`delete from overlay_setting where creator_uid = ${uid}`,
    sql`delete from timer where creator_uid = ${uid}`,
    sql`delete from stream_total where creator_uid = ${uid}`,
    sql`delete from panel_state where creator_uid = ${uid}`, // and with it the creator's list of actions
    sql`delete from show_event where creator_uid = ${uid}`,
    sql`delete from show_setting where creator_uid = ${uid}`,
    sql`delete from moderator where creator_uid = ${uid} or moderator_uid = ${uid}`,
    sql`delete from moderator_invite where creator_uid = ${uid}`,
    sql`delete from alert_sound where creator_uid = ${uid}`,
    sql`delete from alert_style where creator_uid = ${uid}`,
    sql`delete from scene where creator_uid = ${uid}`,
    sql`delete from alert_picture where creator_uid = ${uid}`,
    sql`delete from speech_setting where creator_uid = ${uid}`,
    sql`delete from speech_usage where creator_uid = ${uid}`,
    sql`delete from speech where creator_uid = ${uid}`,
    sql`delete from sound where creator_uid = ${uid}`,
    sql`delete from imported_tip where creator_uid = ${uid}`,
    sql`delete from tip_import where creator_uid = ${uid}`, // and with it the lines and the daily totals
    sql`delete from active_overlay where creator_uid = ${uid}`,
    sql`delete from overlay_presence where creator_uid = ${uid}`,
    sql`delete from blocked_supporter where creator_uid = ${uid} or supporter_uid = ${uid}`,
  ]
}

/**
 * Keeps the encrypted name and address of a creator who still gets invoices: for the last months, and for refunds that come later.
 * Those who never had a fee have none to come.
 */
function keepBilling(uid: string): RawBuilder<unknown>[] {
  const hadFees = sql`exists (select from platform_month where creator_uid = ${uid})`
  return [
    sql`delete from billing_details where uid = ${uid} and not ${hadFees}`,
    sql`
      update billing_details set is_on_receipts = false, keep_until = now() + interval '13 months' where uid = ${uid}`,
  ]
}

/** Tables whose rows belong to one account, named by their column `uid`. Erasure deletes these rows. */
const ownTables = [
  'push_subscription',
  'session',
  'account_event',
  'account_link',
  'sensitive_change',
  'two_factor',
  'passkey',
  'api_token',
  'data_export',
  'notification_preference',
  'dispute_notice',
  'event_receiver',
  'platform_connection',
  'chatbot_settings',
  'chat_template',
  'chat_amount_template',
  'blocked_word',
  'quota_creator',
  'payout_account',
  'payout_onboarding',
  'waiting_payout_account',
]

/**
 * Removes texts written by or to the person from tips and goals, whose amounts stay for the ledger and for the other people
 * involved.
 */
function eraseTextsOfMoney(uid: string): RawBuilder<unknown>[] {
  const given = sql`supporter_name = 'Anonymous', is_anonymous = true, message = ''`
  const received = sql`(select id from tip where creator_uid = ${uid})`
  const disputed = sql`(
    select d.id from tip t join dispute d on d.provider = t.provider and d.capture_id = t.capture_id
    where t.supporter_uid = ${uid}
  )`
  return [
    sql`update tip set ${given} where supporter_uid = ${uid}`,
    sql`
      update tip_order set ${given}, address_hash = null, wider_address_hashes = '{}'
      where id in (${ordersOf(uid, 'supporter_uid')})`,
    sql`update refund_request set reason = '', issue = null where tip_id in ${received}`,
    sql`update dispute_response set fields = '{}' where creator_uid = ${uid} or dispute_id in ${disputed}`,
    sql`delete from evidence_document where creator_uid = ${uid} or dispute_id in ${disputed}`,
    sql`update tip set message = '' where creator_uid = ${uid} and message <> ''`,
    sql`update tip_order set message = '' where id in (${ordersOf(uid, 'creator_uid')}) and message <> ''`,
    sql`
      update goal set title = 'Deleted', description = '', image = null, status = 'ARCHIVED'
      where creator_uid = ${uid}`,
  ]
}

/** Prevents notifications about a payment that clears after the erasure; the payment itself is still booked. */
function disableNotifications(uid: string): RawBuilder<unknown> {
  return sql`
    insert into notification_preference (uid, receive_all_tips, receive_goal_funded) values (${uid}, false, false)`
}

/** Turns the account into a placeholder that nobody can find or log in to. Its email becomes available again. */
function emptyAccount(uid: string): RawBuilder<unknown> {
  return sql`
    update account set
      email = 'erased-' || uid || '@invalid', user_name = 'erased_' || left(translate(gen_random_uuid()::text, '-', ''), 23),
      display_name = 'Deleted account', password_hash = null, google_id = null, image = null, cover_image = null, bio = '',
      yt_url = null, twitter_url = null, insta_url = null, fb_url = null, social_links = '[]', is_verified = false,
      account_type = 2, role = 'user', locale = 'en', time_zone = 'UTC', censor_action = 'mask', featured_at = null, suspended_at = null,
      deletion_due_at = null, notifications_read_to = null,
      erased_at = now()
    where uid = ${uid}`
}

/** Keeps of all names that the account has had only digests, which nobody can take for a year from now. Runs after the last one has changed. */
function emptyNames(uid: string): RawBuilder<unknown> {
  return sql`
    update former_name set uid = null, user_name = null, held_until = now() + interval '1 year' where uid = ${uid}`
}
