/**
 * The sections of a data export: everything that is stored about a person, without secrets and without other people's data. Each
 * section is one query and one file.
 */
import { sql } from 'kysely'
import type { ExportSection } from '../export-section.ts'
import { readAt } from '../notifications/notifications.ts'
import { streamSections } from './stream-data-export-sections.ts'

/** Every list of the export, the most interesting first. Times are UTC; amounts are in minor units. */
export const exportSections: readonly ExportSection[] = [
  {
    name: 'account',
    about: 'Your account and your profile.',
    query: (uid) => sql`
      select uid, email, user_name, display_name, case account_type when 1 then 'creator' else 'supporter' end as account_type,
        bio, yt_url, twitter_url, insta_url, fb_url, social_links, currency, is_verified,
        array(select tag from creator_tag where creator_uid = uid order by tag) as tags,
        password_hash is not null as has_password, google_id,
        exists (select from two_factor t where t.uid = account.uid and confirmed_at is not null) as has_two_factor,
        image, cover_image, locale as language, time_zone, censor_action as blocked_words_are, created_at
      from account where uid = ${uid}`,
  },
  {
    name: 'former-names',
    about: 'Names that you have changed, and until when they stay yours.',
    query: (uid) => sql`select user_name, held_until from former_name where uid = ${uid} order by held_until`,
  },
  {
    name: 'security',
    about: 'Log-ins, refused ones, and changes of passwords and keys, for a year.',
    query: (uid) => sql`select at, kind, user_agent from account_event where uid = ${uid} order by id desc`,
  },
  {
    name: 'settings',
    about: 'Your notification and chatbot settings.',
    query: (uid) => sql`
      select 'notifications' as area, receive_all_tips, receive_goal_funded, null::boolean as receive_general_tips,
        null::bigint as min_tip_minor, null::boolean as shows_message
      from notification_preference where uid = ${uid}
      union all
      select platform, receive_all_tips, receive_goal_funded, receive_general_tips, min_tip_minor, shows_message
      from chatbot_settings where uid = ${uid}`,
  },
  {
    name: 'chat-lines',
    about: 'Your own chatbot messages.',
    query: (uid) => sql`
      select platform, kind, null::bigint as from_minor, text from chat_template where uid = ${uid}
      union all
      select platform, kind, from_minor, text from chat_amount_template where uid = ${uid}
      order by platform, kind, from_minor nulls first`,
  },
  {
    name: 'blocked-words',
    about: 'The words you have blocked in your chats.',
    query: (uid) => sql`select word from blocked_word where uid = ${uid} order by word`,
  },
  ...streamSections,
  {
    name: 'tip-rules',
    about: 'Your minimum tip, and the amount from which you review first tips.',
    query: (uid) => sql`select minimum_minor, hold_from_minor from tip_rule where creator_uid = ${uid}`,
  },
  {
    name: 'blocked-supporters',
    about: 'The supporters you have blocked, by the name you know them by.',
    query: (uid) => sql`
      select name, created_at from blocked_supporter where creator_uid = ${uid} order by created_at, id`,
  },
  {
    name: 'sessions',
    about: 'Where you are logged in.',
    query: (uid) => sql`
      select user_agent, created_at, last_seen_at, expires_at from session where uid = ${uid} order by created_at`,
  },
  {
    name: 'passkeys',
    about: 'Your passkeys. Their keys are on your devices.',
    query: (uid) => sql`
      select name, is_backed_up as is_synced, created_at, last_used_at from passkey where uid = ${uid} order by created_at`,
  },
  {
    name: 'api-tokens',
    about: 'Your API tokens, without the tokens themselves.',
    query: (uid) => sql`
      select name, scopes, created_at, expires_at, last_used_at from api_token where uid = ${uid} order by created_at`,
  },
  {
    name: 'webhooks',
    about: 'The endpoints of your webhooks.',
    query: (uid) => sql`
      select dialect, url, created_at, failing_since from webhook_endpoint where creator_uid = ${uid} order by created_at`,
  },
  {
    name: 'connections',
    about: 'Your connected accounts: Twitch, YouTube and payment providers.',
    query: (uid) => sql`
      select platform as service, platform_user_id as account_id, channel, email, scopes, connected_at
      from platform_connection where uid = ${uid}
      union all
      select provider, payee_id, null, email, null, created_at from payout_account where uid = ${uid}
      union all
      select provider, payee_id, null, email, null, created_at from waiting_payout_account where uid = ${uid}`,
  },
  {
    name: 'goals',
    about: 'Your goals.',
    query: (uid) => sql`
      select goal_id, title, description, currency, amount_minor, amount_received_minor, status, image, end_date,
        created_at, completed_at, starts_anew, period_started_at, period_ends_at, event_worth
      from goal where creator_uid = ${uid} order by created_at, goal_id`,
  },
  {
    name: 'goal-periods',
    about: 'The months or streams that are over of your goals that start anew.',
    query: (uid) => sql`
      select p.goal_id, p.period_no, p.started_at, p.ended_at, p.amount_minor, p.amount_received_minor, p.completed_at
      from goal g join goal_period p on p.goal_id = g.goal_id
      where g.creator_uid = ${uid} order by g.created_at, p.goal_id, p.period_no`,
  },
  {
    name: 'timers',
    about: 'Your donothon timers, and what happened to them.',
    query: (uid) => sql`
      select t.timer_id, t.name, t.created_at as made_at, t.archived_at, e.kind, e.at, e.data, e.tip_id
      from timer t join timer_entry e using (timer_id)
      where t.creator_uid = ${uid} order by t.created_at, t.timer_id, e.at, e.entry_id`,
  },
  {
    name: 'tips-given',
    about: 'Tips you sent, and payments you started. An unfinished payment has no capture.',
    query: (uid) => sql`
      select o.id, to_whom.user_name as creator, g.title as goal, o.supporter_name, o.is_anonymous, o.is_private, o.message,
        o.currency, o.amount_minor, o.status, o.provider, o.provider_order_id, t.capture_id, o.mode,
        o.created_at as begun_at, t.captured_at
      from tip_order o
      join account to_whom on to_whom.uid = o.creator_uid
      left join goal g on g.goal_id = o.goal_id
      left join tip t on t.order_id = o.id
      where o.supporter_uid = ${uid} order by o.created_at, o.id`,
  },
  {
    name: 'tips-received',
    about: 'Tips you received. Anonymous supporters stay anonymous.',
    query: (uid) => sql`
      select t.id, case when t.is_anonymous then 'Anonymous' else t.supporter_name end as name, t.is_private, t.message,
        g.title as goal, t.currency, t.amount_minor, t.fee_minor, t.worth_currency, t.worth_minor,
        t.worth_recorded_at is null and t.worth_minor is not null as is_worth_estimate, t.provider, t.capture_id, t.mode, t.captured_at
      from tip t left join goal g on g.goal_id = t.goal_id
      where t.creator_uid = ${uid} order by t.capture_no`,
  },
  {
    name: 'returns',
    about: 'Refunds and disputes about tips you sent or received.',
    query: (uid) => sql`
      select case t.creator_uid when ${uid} then 'received' else 'given' end as tip_was, t.id as tip_id, r.*
      from tip t
      join (
        select provider, capture_id, kind, status, currency, amount_minor, null as reason, null::timestamptz as respond_by,
          occurred_at
        from provider_refund
        union all
        select provider, capture_id, 'dispute', status, currency, amount_minor, reason, respond_by, opened_at from dispute
      ) r using (provider, capture_id)
      where ${uid} in (t.creator_uid, t.supporter_uid) order by r.occurred_at, r.kind`,
  },
  {
    name: 'unmatched-payments',
    about: 'Payments that didn’t match the tip they were made for, and how they were settled.',
    query: (uid) => sql`
      select case u.creator_uid when ${uid} then 'received' else 'given' end as tip_was, u.provider, u.capture_id,
        o.amount_minor, o.currency, u.charged_minor as paid_minor, u.currency as paid_currency, u.found_at,
        s.reason, s.transaction_id, s.decided_at as settled_at
      from unmatched_payment u join tip_order o on o.id = u.order_id
      left join payment_settlement s on s.provider = u.provider and s.capture_id = u.capture_id and s.decision = 'settled'
      where ${uid} in (u.creator_uid, o.supporter_uid) order by u.found_at`,
  },
  {
    name: 'refunds-asked',
    about: 'Refunds you requested, with your reasons.',
    query: (uid) => sql`
      select r.id, r.tip_id, t.currency, r.amount_minor, r.reason, r.status, r.issue, r.created_at, r.settled_at
      from refund_request r join tip t on t.id = r.tip_id where t.creator_uid = ${uid} order by r.created_at`,
  },
  {
    name: 'dispute-answers',
    about: 'What you answered to disputes, as it was sent to the payment provider.',
    query: (uid) => sql`
      select r.id, d.provider, d.dispute_id, r.kind, r.fields, r.status, r.issue, r.created_at, r.settled_at
      from dispute_response r join dispute d on d.id = r.dispute_id
      where r.creator_uid = ${uid} order by r.created_at`,
  },
  {
    name: 'dispute-documents',
    about:
      'Documents you attached to answers to disputes: what they are, and their SHA-256. The statement has those that are not sent yet.',
    query: (uid) => sql`
      select e.id, d.provider, d.dispute_id, e.response_id, e.type, e.size, e.hash, e.created_at
      from evidence_document e join dispute d on d.id = e.dispute_id
      where e.creator_uid = ${uid} order by e.created_at`,
  },
  {
    name: 'ledger',
    about:
      'How each tip was booked. The entries of each movement add up to zero. An adjustment has its reason, and the provider’s transaction.',
    query: (uid) => sql`
      select l.id, l.movement_id, l.kind, l.tip_id, l.provider, l.mode, l.account, l.currency, l.amount_minor, l.booked_at,
        a.reason, a.transaction_id
      from ledger_entry l left join adjustment a on a.id = l.movement_id and l.kind = 'adjustment'
      where l.creator_uid = ${uid} order by l.id`,
  },
  {
    name: 'invoices',
    about: 'Your invoices for our service fee. The payments page has their PDFs.',
    query: (uid) => sql`
      select kind, mode, year, number, issued_on, month, tip_month, currency, total_minor, vat_minor, vat_rule, vat_rate, country
      from invoice where creator_uid = ${uid} order by issued_on, kind, year, number`,
  },
  {
    name: 'billing',
    about: 'The name and address on your invoices.',
    query: (uid) => sql`
      select sealed, vat_id_checked_at, is_on_receipts, updated_at from billing_details where uid = ${uid}`,
    sealedAs: (uid) => `billing:${uid}`,
  },
  {
    name: 'admin-actions',
    about: 'What you did as an admin of the platform.',
    query: (uid) => sql`
      select action, account_uid, subject, reason, done_at from admin_action where admin_uid = ${uid} order by id`,
  },
  {
    name: 'totals',
    about: 'Your leaderboard totals, by creator.',
    query: (uid) => sql`
      select to_whom.user_name as creator, s.period, s.period_start, s.name, s.amount_minor
      from supporter_total s join account to_whom on to_whom.uid = s.creator_uid
      where s.supporter_key = supporter_key(${uid}, null) order by s.period_start, s.period, creator`,
  },
  {
    name: 'alerts',
    about: 'Alerts sent to your overlay.',
    query: (uid) => sql`
      select seq, is_test, body, created_at, shown_at from alert where creator_uid = ${uid} order by seq`,
  },
  {
    name: 'show-events',
    about: 'What your tools and channels showed on your stream that is not a tip.',
    query: (uid) => sql`
      select id, source, source_id, token_name as tool, kind, name, title, message, quantity, unit, tier, event_count,
        more_names, hold, created_at
      from show_event where creator_uid = ${uid} order by created_at, id`,
  },
  {
    name: 'event-receivers',
    about: 'Which of your channels send their events to the alert box, and when nothing arrived.',
    query: (uid) => sql`
      select platform as service, end_reason, ended_at, received_until, lost_from, lost_until
      from event_receiver where uid = ${uid} order by platform`,
  },
  {
    name: 'show-settings',
    about: 'What you want of events that are not tips.',
    query: (uid) => sql`
      select kind, is_on, min_quantity, is_muted, titles from show_setting where creator_uid = ${uid} order by kind`,
  },
  {
    name: 'notifications',
    about: 'Notifications you received on the site.',
    query: (uid) => sql`
      select id, kind, tip_id, notification.created_at, ${readAt} as read_at
      from notification join account using (uid) where uid = ${uid} order by notification.created_at, id`,
  },
  {
    name: 'dispute-notices',
    about: 'What we told you about disputes.',
    query: (uid) => sql`
      select notification.id, d.provider, d.dispute_id, notification.kind, notification.respond_by,
        notification.created_at, ${readAt} as read_at
      from dispute_notice notification join dispute d on d.id = notification.dispute_id
      join account using (uid) where uid = ${uid} order by notification.created_at, notification.id`,
  },
]
