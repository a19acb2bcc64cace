/**
 * Builds the indexes of tables that grow with every tip. They are built after the migrations and without locking the table, because
 * a plain CREATE INDEX blocks every write to its table until it is done.
 * https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionSettings } from './connection.ts'

/** Indexes that this release no longer needs; the release before finds its rows by another one. */
const droppedIndexes = ['notification_unread', 'outbox_open_by_creator', 'ledger_movement_kind']

/** The indexes by name. Each has the table and the columns as CREATE INDEX takes them; `unique on` begins a unique one. */
export const concurrentIndexes: Readonly<Record<string, string>> = {
  // open deliveries only, so that it stays small; finds each creator's next ones
  delivery_open_by_creator: `delivery (destination, creator_uid, is_urgent desc, created_at, event_id)
    where status in ('due', 'leased')`,
  delivery_gave_up: `delivery (destination, completed_at) where status = 'gave_up'`,
  account_name_search:
    'account using gin (user_name gin_trgm_ops, lower(display_name) gin_trgm_ops) where account_type = 1',
  // finds the names that nobody may imitate
  account_verified: 'account (uid) where is_verified',
  notification_unread_from: 'notification (uid, created_at) where read_at is null',
  outbox_created: 'outbox (created_at)',
  // for the open events of one creator; see `isOpenOfCreator` in queries/outbox.ts
  outbox_open_of_creator: 'outbox (creator_uid, created_at) where (fanned_out_at is null) is not false',
  tip_order_given_up: `tip_order (updated_at) where status in ('EXPIRED', 'FAILED')`,
  // one order of a checkout is open at a time, and one tip comes from it
  tip_order_sole: `unique on tip_order (creator_uid, checkout_id) where is_sole and status in ('OPENING', 'CREATED')`,
  tip_checkout: 'unique on tip (creator_uid, checkout_id) where checkout_id is not null',
  tip_order_waiting: `tip_order (creator_uid, created_at) where waits_for_payee and status = 'CLEARING'`,
  // rows of the statement that are no captures; the fee of a capture's row; how long a month's fees came after their captures
  ledger_movement_rare_row: `ledger_movement (creator_uid, mode, kind, id) where kind <> 'capture' and capture_row is null`,
  ledger_movement_fee: 'ledger_movement (creator_uid, mode, capture_row) where capture_row is not null',
  ledger_movement_fee_wait: `ledger_movement (creator_uid, mode, date_trunc('month', booked_at at time zone 'utc'),
    (id - capture_row)) where capture_row is not null`,
  // find a payment by its charge, and its webhooks, for an admin
  provider_transaction_source: 'provider_transaction (provider, source_id)',
  webhook_event_account: 'webhook_event (provider, payee_id, received_at)',
  // finds the accounts for which the site's domain is still to be registered
  payout_account_wallet: 'payout_account (provider, wallet_domain, wallet_tried_at) where is_ready',
  // serves the metric of the time up to which every account is compared
  reconciled_account_complete: `reconciled_account (provider, mode, complete_to) where access is distinct from 'lost'`,
}

const retryMs = 250

/**
 * Builds the indexes that are missing, and rebuilds those whose build was interrupted. Several processes may call it at once. There
 * is no time limit, because the index of a large table takes long and no tip waits for it.
 */
export async function buildIndexes(
  url: string,
  indexes: Readonly<Record<string, string>> = concurrentIndexes,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'brimful-indexes',
    ...connectionSettings,
  })
  client.on('error', () => {}) // an error also rejects the query in progress, whose caller handles it
  await client.connect()
  try {
    await lock(client)
    for (const [name, definition] of Object.entries(indexes)) await build(client, name, definition)
    for (const name of droppedIndexes) await client.query(`drop index concurrently if exists ${name}`)
  } finally {
    await client.end()
  }
}

/**
 * Takes the lock by polling. If a process waited for the lock in one statement, it would hold a snapshot for as long, and the
 * process that builds an index waits until all older snapshots are released.
 */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select pg_try_advisory_lock(hashtext('brimful indexes')) as is_locked`,
    )
    if (rows[0].is_locked) return
    await sleep(retryMs)
  }
}

async function build(client: pg.Client, name: string, definition: string): Promise<void> {
  if (definition.includes('gin_trgm_ops') && !(await hasTrigrams(client))) return
  const { rows } = await client.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
    name,
  ])
  if (rows[0]?.indisvalid) return
  if (rows[0]) await client.query(`drop index concurrently ${name}`)
  const unique = 'unique on '
  const [kind, on] = definition.startsWith(unique)
    ? ['unique index', definition.slice(unique.length)]
    : ['index', definition]
  await client.query(`create ${kind} concurrently ${name} on ${on}`)
}

/** The migration goes on without the extension where it is not available. */
async function hasTrigrams(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'pg_trgm'`)
  return rows.length > 0
}
