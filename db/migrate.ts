/** Runs the numbered migrations, forward only. They are in a static list, so that bundles include them. */
import { Migrator, sql } from 'kysely'
import type { Migration } from 'kysely'
import type { Db } from './connection.ts'
import * as m0001 from './migrations/0001-foundation.ts'
import * as m0002 from './migrations/0002-bot-lease.ts'
import * as m0003 from './migrations/0003-sign-up.ts'
import * as m0004 from './migrations/0004-account-security.ts'
import * as m0005 from './migrations/0005-two-factor.ts'
import * as m0006 from './migrations/0006-google-sign-up.ts'
import * as m0007 from './migrations/0007-data-export.ts'
import * as m0008 from './migrations/0008-deletion.ts'
import * as m0010 from './migrations/0010-covered-fee-and-payouts.ts'
import * as m0012 from './migrations/0012-books.ts'
import * as m0013 from './migrations/0013-books-watch.ts'
import * as m0015 from './migrations/0015-chat-settings.ts'
import * as m0016 from './migrations/0016-chat-budgets.ts'
import * as m0017 from './migrations/0017-discord.ts'
import * as m0018 from './migrations/0018-featured.ts'
import * as m0019 from './migrations/0019-creator-days.ts'
import * as m0020 from './migrations/0020-mail-windows.ts'
import * as m0021 from './migrations/0021-open-by-creator.ts'
import * as m0022 from './migrations/0022-tip-rules.ts'
import * as m0023 from './migrations/0023-receipts.ts'
import * as m0026 from './migrations/0026-web-push.ts'
import * as m0027 from './migrations/0027-bot-grants.ts'
import * as m0028 from './migrations/0028-languages.ts'
import * as m0029 from './migrations/0029-refund-fee.ts'
import * as m0030 from './migrations/0030-held-tips.ts'
import * as m0031 from './migrations/0031-delivery.ts'
import * as m0032 from './migrations/0032-payee-id.ts'
import * as m0033 from './migrations/0033-wider-networks.ts'
import * as m0034 from './migrations/0034-confirmations.ts'
import * as m0035 from './migrations/0035-sensitive-changes.ts'
import * as m0036 from './migrations/0036-waiting-payout-accounts.ts'
import * as m0037 from './migrations/0037-passkeys.ts'
import * as m0038 from './migrations/0038-alerted-at.ts'
import * as m0039 from './migrations/0039-kept-sums.ts'
import * as m0040 from './migrations/0040-one-capture.ts'
import * as m0041 from './migrations/0041-failed-work.ts'
import * as m0042 from './migrations/0042-ledger-check.ts'
import * as m0043 from './migrations/0043-payment-records.ts'
import * as m0044 from './migrations/0044-overlay-settings.ts'
import * as m0045 from './migrations/0045-missed-alerts.ts'
import * as m0046 from './migrations/0046-active-overlay.ts'
import * as m0048 from './migrations/0048-unmatched-payments-and-ledger-trigger.ts'
import * as m0049 from './migrations/0049-erasure-by-index.ts'
import * as m0050 from './migrations/0050-open-reports.ts'
import * as m0051 from './migrations/0051-provider-transactions.ts'
import * as m0052 from './migrations/0052-overlay-presence.ts'
import * as m0054 from './migrations/0054-censor-action.ts'
import * as m0057 from './migrations/0057-account-access.ts'
import * as m0060 from './migrations/0060-currencies.ts'
import * as m0063 from './migrations/0063-platform-months.ts'
import * as m0064 from './migrations/0064-invoices.ts'
import * as m0066 from './migrations/0066-retention.ts'
import * as m0067 from './migrations/0067-search-by-trigrams.ts'
import * as m0070 from './migrations/0070-waiting-payments.ts'
import * as m0071 from './migrations/0071-dispute-responses.ts'
import * as m0074 from './migrations/0074-bot-outages.ts'
import * as m0075 from './migrations/0075-urgent-deliveries.ts'
import * as m0076 from './migrations/0076-chat-tests.ts'
import * as m0078 from './migrations/0078-carried-months.ts'
import * as m0080 from './migrations/0080-chat-amounts.ts'
import * as m0082 from './migrations/0082-message-price.ts'
import * as m0083 from './migrations/0083-inquiries.ts'
import * as m0084 from './migrations/0084-dispute-notices.ts'
import * as m0086 from './migrations/0086-quota-creators.ts'
import * as m0088 from './migrations/0088-replaced-keys.ts'
import * as m0089 from './migrations/0089-admin-changes.ts'
import * as m0090 from './migrations/0090-evidence-documents.ts'
import * as m0100 from './migrations/0100-abuse-reports.ts'
import * as m0101 from './migrations/0101-event-trace.ts'
import * as m0105 from './migrations/0105-ids-in-order-of-time.ts'
import * as m0130 from './migrations/0130-sounds.ts'
import * as m0131 from './migrations/0131-speech.ts'
import * as m0135 from './migrations/0135-api-tokens.ts'
import * as m0136 from './migrations/0136-webhook-endpoints.ts'
import * as m0150 from './migrations/0150-timers.ts'
import * as m0160 from './migrations/0160-control-panel.ts'
import * as m0161 from './migrations/0161-moderators.ts'
import * as m0170 from './migrations/0170-alert-styles.ts'
import * as m0171 from './migrations/0171-goal-milestones.ts'
import * as m0180 from './migrations/0180-tool-actions.ts'
import * as m0181 from './migrations/0181-stream-totals.ts'
import * as m0185 from './migrations/0185-skip-shown.ts'
import * as m0190 from './migrations/0190-wallet-domains.ts'
import * as m0195 from './migrations/0195-tip-imports.ts'
import * as m0205 from './migrations/0205-undo-moderators.ts'
import * as m0210 from './migrations/0210-one-tip-per-checkout.ts'
import * as m0215 from './migrations/0215-dispute-money.ts'
import * as m0230 from './migrations/0230-one-address.ts'
import * as m0250 from './migrations/0250-secrets-check.ts'
import * as m0260 from './migrations/0260-dispute-fees.ts'
import * as m0265 from './migrations/0265-cut-alerts.ts'
import * as m0280 from './migrations/0280-former-names.ts'
import * as m0290 from './migrations/0290-csv-form.ts'
import * as m0291 from './migrations/0291-fee-in-its-row.ts'
import * as m0320 from './migrations/0320-adjustments.ts'
import * as m0330 from './migrations/0330-fee-write-offs.ts'
import * as m0340 from './migrations/0340-undo-webhooks.ts'
import * as m0370 from './migrations/0370-quarter-hours.ts'
import * as m0371 from './migrations/0371-time-zones.ts'
import * as m0380 from './migrations/0380-import-services.ts'
import * as m0397 from './migrations/0397-videos.ts'
import * as m0398 from './migrations/0398-account-events.ts'

export const migrations: Record<string, Migration> = {
  '0001-foundation': m0001,
  '0002-bot-lease': m0002,
  '0003-sign-up': m0003,
  '0004-account-security': m0004,
  '0005-two-factor': m0005,
  '0006-google-sign-up': m0006,
  '0007-data-export': m0007,
  '0008-deletion': m0008,
  '0010-covered-fee-and-payouts': m0010,
  '0012-books': m0012,
  '0013-books-watch': m0013,
  '0015-chat-settings': m0015,
  '0016-chat-budgets': m0016,
  '0017-discord': m0017,
  '0018-featured': m0018,
  '0019-creator-days': m0019,
  '0020-mail-windows': m0020,
  '0021-open-by-creator': m0021,
  '0022-tip-rules': m0022,
  '0023-receipts': m0023,
  '0026-web-push': m0026,
  '0027-bot-grants': m0027,
  '0028-languages': m0028,
  '0029-refund-fee': m0029,
  '0030-held-tips': m0030,
  '0031-delivery': m0031,
  '0032-payee-id': m0032,
  '0033-wider-networks': m0033,
  '0034-confirmations': m0034,
  '0035-sensitive-changes': m0035,
  '0036-waiting-payout-accounts': m0036,
  '0037-passkeys': m0037,
  '0038-alerted-at': m0038,
  '0039-kept-sums': m0039,
  '0040-one-capture': m0040,
  '0041-failed-work': m0041,
  '0042-ledger-check': m0042,
  '0043-payment-records': m0043,
  '0044-overlay-settings': m0044,
  '0045-missed-alerts': m0045,
  '0046-active-overlay': m0046,
  '0048-unmatched-payments-and-ledger-trigger': m0048,
  '0049-erasure-by-index': m0049,
  '0050-open-reports': m0050,
  '0051-provider-transactions': m0051,
  '0052-overlay-presence': m0052,
  '0054-censor-action': m0054,
  '0057-account-access': m0057,
  '0060-currencies': m0060,
  '0063-platform-months': m0063,
  '0064-invoices': m0064,
  '0066-retention': m0066,
  '0067-search-by-trigrams': m0067,
  '0070-waiting-payments': m0070,
  '0071-dispute-responses': m0071,
  '0074-bot-outages': m0074,
  '0075-urgent-deliveries': m0075,
  '0076-chat-tests': m0076,
  '0078-carried-months': m0078,
  '0080-chat-amounts': m0080,
  '0082-message-price': m0082,
  '0083-inquiries': m0083,
  '0084-dispute-notices': m0084,
  '0086-quota-creators': m0086,
  '0088-replaced-keys': m0088,
  '0089-admin-changes': m0089,
  '0090-evidence-documents': m0090,
  '0100-abuse-reports': m0100,
  '0101-event-trace': m0101,
  '0105-ids-in-order-of-time': m0105,
  '0130-sounds': m0130,
  '0131-speech': m0131,
  '0135-api-tokens': m0135,
  '0136-webhook-endpoints': m0136,
  '0150-timers': m0150,
  '0160-control-panel': m0160,
  '0161-moderators': m0161,
  '0170-alert-styles': m0170,
  '0171-goal-milestones': m0171,
  '0180-tool-actions': m0180,
  '0181-stream-totals': m0181,
  '0185-skip-shown': m0185,
  '0190-wallet-domains': m0190,
  '0195-tip-imports': m0195,
  '0205-undo-moderators': m0205,
  '0210-one-tip-per-checkout': m0210,
  '0215-dispute-money': m0215,
  '0230-one-address': m0230,
  '0250-secrets-check': m0250,
  '0260-dispute-fees': m0260,
  '0265-cut-alerts': m0265,
  '0280-former-names': m0280,
  '0290-csv-form': m0290,
  '0291-fee-in-its-row': m0291,
  '0320-adjustments': m0320,
  '0330-fee-write-offs': m0330,
  '0340-undo-webhooks': m0340,
  '0370-quarter-hours': m0370,
  '0371-time-zones': m0371,
  '0380-import-services': m0380,
  '0397-videos': m0397,
  '0398-account-events': m0398,
}

/**
 * Migrates the schema to the newest version; several processes may call it at once. Throws the first failure. Migrations that
 * another release has run are left alone. Runs a missing migration even if one with a higher number has already run: numbers rise
 * from release to release, but within a release each migration gets its number when work on it begins.
 */
export async function migrate(db: Db): Promise<void> {
  const foreign = (await listForeignMigrations(db)).map((name) => [name, { up: async () => {} }])
  const provider = { getMigrations: async () => ({ ...Object.fromEntries(foreign), ...migrations }) }
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Lists the migrations that the database has and this release does not know: a newer release has run them. */
export async function listForeignMigrations(db: Db): Promise<string[]> {
  return (await listMigrated(db)).filter((name) => !(name in migrations))
}

/** Lists this release's migrations that the database does not have. */
export async function listMissingMigrations(db: Db): Promise<string[]> {
  const migrated = new Set(await listMigrated(db))
  return Object.keys(migrations).filter((name) => !migrated.has(name))
}

async function listMigrated(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!tables[0]?.exists) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}
