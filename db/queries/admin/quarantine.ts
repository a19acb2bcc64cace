/**
 * The quarantine of a restored database. While it lasts, the role that runs the product may not log in, which Postgres itself
 * enforces for every release: `deploy/restore.sh` begins it before anything can connect. The role that owns the schema can log in
 * to end it.
 */
import { sql } from 'kysely'
import { onceDialects } from '../../../contract/tools/dialects.ts'
import type { Db, Trx } from '../../connection.ts'

/** Returns whether this role may not log in. */
export async function isQuarantined(db: Db, role: string): Promise<boolean> {
  const { rows } = await sql`select from pg_roles where rolname = ${role} and not rolcanlogin`.execute(db)
  return rows.length > 0
}

/** Lets the role log in again. Returns false if this connection's role may not permit it. */
export async function endQuarantine(db: Db, role: string): Promise<boolean> {
  try {
    await sql`alter role ${sql.id(role)} login`.execute(db.withoutPlugins())
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    return false
  }
}

export interface Dropped {
  events: number
  deliveries: number
  mails: number
}

/**
 * Ends everything that waits to be shown, posted, pushed or mailed, without doing it: what was open at the moment of a backup was
 * done after it. What waits for an endpoint is given up, so that its creator may send it again: with all others, unless a service would
 * enter it twice. Returns how much that was.
 */
export async function dropOpenWork(trx: Trx): Promise<Dropped> {
  const events = await sql`update outbox set fanned_out_at = now() where fanned_out_at is null`.execute(trx)
  const mails = await sql`delete from delivery where mail is not null`.execute(trx)
  const deliveries = await sql`
    update delivery set status = case when endpoint_id is null then 'expired' else 'gave_up' end,
      reason = case when endpoint_id in (select id from webhook_endpoint where dialect = any(${onceDialects}::text[]))
        then 'answerLost' else 'tooLate' end,
      leased_until = null, completed_at = now()
    where status in ('due', 'leased')`.execute(trx)
  const count = ({ numAffectedRows = 0n }: { numAffectedRows?: bigint }) => Number(numAffectedRows)
  return { events: count(events), deliveries: count(deliveries), mails: count(mails) }
}
