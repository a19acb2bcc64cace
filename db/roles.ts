/**
 * The two roles of the database. One migrates and owns everything. The other runs the product, and Postgres does not let it change
 * the schema or booked ledger entries (`docs/decisions/0026-two-database-roles.md`).
 */
import { sql } from 'kysely'
import type { Db, Trx } from './connection.ts'
import { isQuarantined } from './queries/admin/quarantine.ts'
import { queueSchema } from './queue-schema.ts'
import { toScramVerifier } from './scram.ts'
import { SetupError } from './setup-error.ts'
import { ourCommand } from './our-command.ts'

/** The rights of the running role on tables that it may not change freely. It may read and write all rows of every other table. */
const limited: Record<
  string,
  `select${'' | ', insert'}${'' | `, update${'' | ` (${string})`}`}${'' | ', delete'}`
> = {
  // What a tip is worth, what went back and what is shown of it change later; who paid what to whom does not.
  tip: `select, insert, update (supporter_name, is_anonymous, message, hold, hold_ended_at, records_attempts, records_due_at,
    provider_fee_minor, returned_minor, worth_minor, worth_returned_minor, worth_recorded_at)`,
  provider_refund: 'select, insert, update',
  provider_transaction: 'select, insert, update (payout_id)',
  ledger_entry: 'select, insert',
  // only the trigger of `ledger_entry` writes to these tables, with the rights of their owner
  ledger_movement: 'select',
  ledger_year: 'select',
  platform_month: 'select',
  creator_quarter_hour: 'select', // only triggers of `tip` write to it
  invoice_counter: 'select',
  closed_month: 'select, insert',
  closed_month_sum: 'select, insert',
  carried_month: 'select, insert',
  carried_fees: 'select, insert',
  invoice: 'select, insert',
  admin_action: 'select, insert',
  account_event: 'select, insert, delete', // the clean-up deletes after a year, and erasure
  adjustment: 'select, insert, update (decision, decided_by, decided_at)',
  payment_settlement:
    'select, insert, update (transaction_id, refund_minor, refunding_until, decision, decided_by, decided_at)',
  timer_entry: 'select, insert',
  panel_action: 'select, insert',
  // triggers of `account` insert, with the rights of the owner; erasure empties, and the clean-up deletes
  former_name: 'select, update (uid, user_name, held_until), delete',
  receipt_key: 'select',
  secrets_check: 'select, insert',
  kysely_migration: 'select',
  kysely_migration_lock: 'select',
}
const ledgerTables = [
  'ledger_entry',
  'ledger_movement',
  'ledger_year',
  'platform_month',
  'closed_month',
  'carried_month',
  'invoice',
]

/**
 * Grants the role of `runningUrl` the rights that the product needs, and no others. `db` is connected as the role that migrates.
 * Creates the running role if it is missing. If the running role owns tables, because it was the only role before, they go to the
 * migrating role. Can be repeated.
 */
export async function grantRunningRole(db: Db, runningUrl: string): Promise<void> {
  const { username, password } = new URL(runningUrl)
  const [role, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  const plain = db.withoutPlugins() // names of roles must not be converted to snake_case
  if (await isQuarantined(db, role))
    throw new SetupError(
      `The role "${role}" of DATABASE_URL may not log in: if this database is a restored copy, run ${ourCommand('release-restore')}, or else give the role LOGIN.`,
    )
  const { rows } = await sql`select from pg_roles where rolname = ${role} and rolname = current_user`.execute(
    plain,
  )
  if (rows.length > 0) return
  await createRole(plain, role, secret)
  await plain.transaction().execute(async (trx) => {
    // GRANT fails when two processes run it at once on the same table.
    await sql`select pg_advisory_xact_lock(hashtext('brimful roles'))`.execute(trx)
    await takeOwnership(trx, role)
    await sql`revoke create on schema public from public`.execute(trx)
    await grantSchema(trx, role, 'public')
    for (const [table, rights] of Object.entries(limited)) await limit(trx, role, table, rights)
    if (!(await hasQueueSchema(trx))) return
    await grantSchema(trx, role, queueSchema)
    await limit(trx, role, `${queueSchema}.migration`, 'select')
  })
}

async function createRole(db: Db, role: string, password: string): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(db)
  if (rows.length > 0) return
  const secret = password ? sql`password ${sql.lit(toScramVerifier(password))}` : sql``
  await sql`create role ${sql.id(role)} login ${secret}`.execute(db).catch((error: { code?: string }) => {
    if (error.code === '42710' || error.code === '23505') return // another process has created it meanwhile
    if (error.code !== '42501') throw error
    throw new SetupError(
      `The role "${role}" of DATABASE_URL does not exist, and the role of MIGRATION_DATABASE_URL may not create it: create it with LOGIN and its password.`,
      { cause: error },
    )
  })
}

/**
 * Gives everything that a role owns to the migrating role, because an owner could grant itself any right. Skips superusers: the
 * role of a server's first database cannot give anything away, and no right can be taken from it.
 */
async function takeOwnership(trx: Trx, role: string): Promise<void> {
  const { rows } = await sql`
    select from pg_class c join pg_roles r on r.oid = c.relowner
    where r.rolname = ${role} and not r.rolsuper and c.relnamespace in (to_regnamespace('public'), to_regnamespace(${queueSchema}))
    limit 1`.execute(trx)
  if (rows.length > 0) await sql`reassign owned by ${sql.id(role)} to current_user`.execute(trx)
}

async function grantSchema(trx: Trx, role: string, schema: string): Promise<void> {
  const [to, within] = [sql.id(role), sql.id(schema)]
  await sql`revoke create on schema ${within} from ${to}`.execute(trx)
  await sql`grant usage on schema ${within} to ${to}`.execute(trx)
  await sql`revoke all on all tables in schema ${within} from ${to}`.execute(trx)
  await sql`grant select, insert, update, delete on all tables in schema ${within} to ${to}`.execute(trx)
  await sql`grant usage, select on all sequences in schema ${within} to ${to}`.execute(trx)
}

async function limit(trx: Trx, role: string, table: string, rights: string): Promise<void> {
  await sql`revoke all on ${sql.table(table)} from ${sql.id(role)}`.execute(trx)
  await sql`grant ${sql.raw(rights)} on ${sql.table(table)} to ${sql.id(role)}`.execute(trx)
}

async function hasQueueSchema(trx: Trx): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname = ${queueSchema}`.execute(trx)
  return rows.length > 0
}

/** Returns whether the role of this connection may migrate: it owns the schema, or may create one in an empty database. */
export async function mayMigrate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ mayMigrate: boolean }>`
    select coalesce(
      (select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = to_regclass('kysely_migration')),
      has_schema_privilege('public', 'create')
    ) as may_migrate`.execute(db)
  return rows[0]!.mayMigrate
}

/** Returns whether Postgres prevents the role of this connection from changing booked ledger entries by any means. */
export async function isLedgerProtected(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isProtected: boolean }>`
    select not bool_or(
      pg_has_role(current_user, relowner, 'member') or has_table_privilege(oid, 'update, delete, truncate, trigger')
    ) as is_protected
    from pg_class where relnamespace = 'public'::regnamespace and relname = any (${ledgerTables})`.execute(db)
  return rows[0]?.isProtected ?? false
}
