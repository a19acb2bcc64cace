/**
 * Lists what every table of the database stores about people, and how erasure treats it. If a new table is missing here, the tests
 * of export and erasure fail and say what to add.
 */
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'

/** Tables without any personal data. */
const impersonal = [
  'bot_account',
  'bot_budget',
  'bot_grant',
  'bot_lease',
  'bot_outage',
  'kysely_migration',
  'kysely_migration_lock',
  'invoice_counter',
  'ledger_check',
  'quota_day',
  'quota_price',
  'closed_month',
  'closed_month_sum',
  'carried_month',
  'carried_fees',
  'event_trace', // ids of events and of traces
  'failed_work', // nothing personal: ids of webhooks, captures and refund requests
  'payment_comparison', // nothing personal: ids of captures, and sums
  'payout', // nothing personal: ids of accounts at providers, and sums
  'provider_transaction', // nothing personal: ids of accounts at providers, and sums
  'reconciled_account', // nothing personal: ids of accounts at providers
  'reconciled_ledger',
  'receipt_key',
  'reference_rate',
  'speech_month',
  'published_rate',
  'retention_progress',
  'secrets_check',
  'reconcile_report', // nothing personal: ids of orders and tips
  'site_switch',
  'testimonial',
  'used_challenge', // nothing personal: hashes of random values
  'goal_count', // sums of events
  'goal_event', // ids of events and goals, and what they count
  'goal_milestone', // which tip moved a goal to a part of its amount
]

interface PersonalTable {
  /** The section of `db/queries/accounts/data-export-sections.ts` that contains a person's rows. If no section does, `not` is the reason. */
  inExport: string | { not: string }
  /** Whether rows reference people only by id and contain no text of a person. */
  isWordless?: true
  /** Why rows with the person's uid remain after the erasure. Without a reason, no such row may remain. */
  keepsUid?: string
}

const money = 'books are kept, by opaque ids'

export const personalTables: Record<string, PersonalTable> = {
  abuse_case: { inExport: { not: 'reports by visitors, who are not named to the creator' } },
  abuse_report: { inExport: { not: 'written without an account' } },
  account: { inExport: 'account', keepsUid: 'an empty shell that the books point at' },
  account_event: { inExport: 'security' },
  account_link: { inExport: { not: 'links that act, as hashes' } },
  active_overlay: { inExport: { not: 'which open page sounds at this moment' }, isWordless: true },
  adjustment: { inExport: 'ledger', isWordless: true, keepsUid: money },
  admin_action: { inExport: 'admin-actions', isWordless: true, keepsUid: 'who did what as an admin' },
  alert: { inExport: 'alerts' },
  api_token: { inExport: 'api-tokens' },
  alert_picture: { inExport: 'alert-pictures', isWordless: true },
  alert_sound: { inExport: 'alert-sound', isWordless: true },
  alert_style: { inExport: 'alert-style' },
  billing_details: {
    inExport: 'billing',
    isWordless: true,
    keepsUid: 'encrypted, for invoices still to come',
  },
  blocked_supporter: { inExport: 'blocked-supporters' },
  blocked_word: { inExport: 'blocked-words' },
  chat_amount_template: { inExport: 'chat-lines' },
  chat_template: { inExport: 'chat-lines' },
  chatbot_settings: { inExport: 'settings', isWordless: true },
  creator_counter: {
    inExport: { not: 'how many tips and alerts there were: the export lists them' },
    isWordless: true,
    keepsUid: 'a tip that clears late still gets its number',
  },
  creator_day_total: {
    inExport: { not: 'sums of the tips, which the export lists' },
    isWordless: true,
    keepsUid: money,
  },
  creator_quarter_hour: {
    inExport: { not: 'sums of the tips, which the export lists' },
    isWordless: true,
    keepsUid: money,
  },
  creator_tag: { inExport: 'account' },
  data_export: { inExport: { not: 'the export itself' }, isWordless: true },
  delivery: { inExport: { not: 'how an event got to a destination, and email on its way to the person' } },
  dispute: { inExport: 'returns', isWordless: true, keepsUid: money },
  dispute_notice: { inExport: 'dispute-notices', isWordless: true },
  dispute_response: { inExport: 'dispute-answers', keepsUid: money },
  evidence_document: { inExport: 'dispute-documents', isWordless: true },
  former_name: { inExport: 'former-names' },
  goal: { inExport: 'goals', keepsUid: money },
  goal_period: { inExport: 'goal-periods', isWordless: true },
  hidden_name: { inExport: { not: 'hashes of names' }, isWordless: true },
  import_line: { inExport: { not: 'a file that is only checked, and gone after a day' } },
  imported_day_total: {
    inExport: { not: 'sums of the imported tips, which the export lists' },
    isWordless: true,
  },
  imported_tip: { inExport: 'imported-tips' },
  invoice: { inExport: 'invoices', isWordless: true, keepsUid: money },
  invoice_buyer: {
    inExport: { not: 'encrypted: the section billing has what was entered, each PDF what it shows' },
    isWordless: true,
  },
  ledger_entry: { inExport: 'ledger', isWordless: true, keepsUid: money },
  ledger_movement: {
    inExport: { not: 'sums of the ledger, which the export lists' },
    isWordless: true,
    keepsUid: money,
  },
  ledger_year: {
    inExport: { not: 'sums of the ledger, which the export lists' },
    isWordless: true,
    keepsUid: money,
  },
  mail_window: {
    inExport: { not: 'when the next mail may go' },
    isWordless: true,
    keepsUid: 'a moment and nothing else',
  },
  moderator: { inExport: 'moderators', isWordless: true },
  moderator_invite: { inExport: { not: 'links that act, as hashes' }, isWordless: true },
  notification: { inExport: 'notifications', isWordless: true },
  notification_preference: {
    inExport: 'settings',
    isWordless: true,
    keepsUid: 'says that nobody is to be told of a payment that clears late',
  },
  outbox: { inExport: { not: 'events, which alerts and notifications show' } },
  overlay_presence: { inExport: { not: 'which pages are open at this moment' }, isWordless: true },
  overlay_setting: { inExport: { not: 'a key that acts, sealed' } },
  panel_action: {
    inExport: 'panel-actions',
    isWordless: true,
    keepsUid: 'what was done on another creator’s stream',
  },
  panel_state: { inExport: 'panel', isWordless: true },
  passkey: { inExport: 'passkeys' },
  payout_account: { inExport: 'connections' },
  payout_onboarding: {
    inExport: { not: 'the mark under which a provider finds a connection that was begun' },
  },
  pending_sign_up: { inExport: { not: 'a sign-up belongs to a browser, not to an account' } },
  platform_connection: { inExport: 'connections' },
  platform_month: {
    inExport: { not: 'sums of the ledger, which the export lists' },
    isWordless: true,
    keepsUid: money,
  },
  provider_refund: { inExport: 'returns', isWordless: true, keepsUid: money },
  push_subscription: {
    inExport: { not: 'how a browser is reached, sealed' },
    isWordless: true,
  },
  recovery_code: { inExport: { not: 'codes that act, as hashes' }, isWordless: true },
  refund_request: { inExport: 'refunds-asked' },
  sensitive_change: { inExport: { not: 'what a link of the next days brings back' } },
  quota_creator: {
    inExport: { not: 'on which days the chatbot posted; the chat log says more' },
    isWordless: true,
  },
  scene: { inExport: 'scene', isWordless: true },
  session: { inExport: 'sessions' },
  stream_total: { inExport: 'stream-total', isWordless: true },
  timer: { inExport: 'timers' },
  timer_entry: { inExport: 'timers', isWordless: true },
  event_receiver: { inExport: 'event-receivers', isWordless: true },
  show_event: { inExport: 'show-events' },
  show_setting: { inExport: 'show-settings', isWordless: true },
  sound: { inExport: 'sounds' },
  speech: { inExport: { not: 'a spoken message, which alerts show, for an hour' }, isWordless: true },
  speech_setting: { inExport: 'speech-setting', isWordless: true },
  speech_usage: { inExport: 'speech-usage', isWordless: true },
  supporter_total: { inExport: 'totals' },
  tool_write: { inExport: { not: 'responses of a day to repeated requests of tools' }, isWordless: true },
  tip: { inExport: 'tips-given', keepsUid: money },
  tip_import: { inExport: 'imports' },
  tip_order: { inExport: 'tips-given', keepsUid: money },
  tip_rule: { inExport: 'tip-rules', isWordless: true },
  two_factor: { inExport: 'account' },
  payment_settlement: { inExport: 'unmatched-payments', isWordless: true, keepsUid: money },
  unmatched_payment: { inExport: 'unmatched-payments', isWordless: true, keepsUid: money },
  waiting_payout_account: { inExport: 'connections' },
  webhook_endpoint: { inExport: 'webhooks' },
  webhook_event: { inExport: { not: 'what a provider sent about a payment that is in the export' } },
}

/** Fails, and says what to do, if a table of the database is not listed here, or a listed table no longer exists. */
export async function expectEveryTableDecided(db: Db): Promise<void> {
  const tables = await listTables(db)
  const undecided = tables.filter((name) => !impersonal.includes(name) && !(name in personalTables))
  if (undecided.length > 0) throw new Error(howToDecide(undecided))
  const gone = [...impersonal, ...Object.keys(personalTables)].filter((name) => !tables.includes(name))
  if (gone.length > 0) throw new Error(`Gone, take out of test-personal-tables.ts: ${gone.join(', ')}`)
}

function howToDecide(tables: string[]): string {
  return `New tables: ${tables.join(', ')}. Decide for each what becomes of a person's rows:
1. In domain/accounts/personal-tables.fixture.ts: a name in \`impersonal\` when nothing in it is about anybody, and that was all;
   else a line in \`personalTables\`.
2. In domain/accounts/person.fixture.ts: plant a row of the person, with the text \`\${mark}<table>\` in every column of words.
3. In db/queries/accounts/data-export-sections.ts: show the row (a section of its own, or a column of another), or say in the line of
   step 1 why not.
4. In db/queries/accounts/erasure.ts: delete the row, or empty its words, in \`eraseAccount\`.`
}

/** Returns every table of the database, including those of the queue. */
export async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns every word in the database that contains the mark, by table. */
export async function listWords(db: Db, mark: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const name of await listTables(db)) {
    const { rows } = await sql<{ word: string }>`
      select distinct w.word[1] as word from ${sql.table(name)} t,
        regexp_matches(t::text, ${`(${mark}[a-z_-]*)`}, 'gi') as w(word)`.execute(db)
    if (rows.length > 0) found[name] = rows.map(({ word }) => word)
  }
  return found
}

/** Fails, and says what to do, if a table with texts contains none of the texts that `plantPerson` created. */
export function expectPlanted(words: Record<string, string[]>): void {
  const bare = Object.keys(personalTables).filter((name) => !personalTables[name]?.isWordless && !words[name])
  if (bare.length > 0)
    throw new Error(`No text of the person's in ${bare.join(', ')}: plant one in test-person.ts`)
}
