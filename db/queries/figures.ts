/** Figures about the whole installation, for its metrics. Each is read from a partial index of open rows, up to a limit. */
import { sql } from 'kysely'
import type { Destination } from '../../contract/events.ts'
import type { Db } from '../connection.ts'

/** Rows are counted up to this number, so that a backlog does not make its own measurement slow. */
export const maxCounted = 10_000

export interface DeliveryFigures {
  destination: Destination
  /** Deliveries that are not ended yet. */
  open: number
  /** For how many seconds the delivery that is due for longest has been due; 0 if none is. */
  overdueSeconds: number
  /** Deliveries that were given up within the last day. Account mail is deleted when it ends, so there it is 0. */
  gaveUp: number
}

/** Reads the open and given-up deliveries of each destination. */
export async function readDeliveryFigures(
  db: Db,
  destinations: readonly Destination[],
): Promise<DeliveryFigures[]> {
  const isOpen = sql`d.destination = wanted.destination and d.status in ('due', 'leased')`
  const { rows } = await sql<DeliveryFigures>`
    select wanted.destination, counted.open, coalesce(oldest.seconds, 0) as overdue_seconds, ended.gave_up
    from unnest(${destinations}::text[]) as wanted (destination)
    cross join lateral (
      select count(*) as open from (select from delivery d where ${isOpen} limit ${maxCounted}) d
    ) counted
    left join lateral (
      select greatest(extract(epoch from now() - coalesce(d.leased_until, d.due_at)), 0)::float8 as seconds
      from delivery d where ${isOpen} order by coalesce(d.leased_until, d.due_at) limit 1
    ) oldest on true
    cross join lateral (
      select count(*) as gave_up from (
        select from delivery d
        where d.destination = wanted.destination and d.status = 'gave_up' and d.completed_at > now() - interval '1 day'
        limit ${maxCounted}
      ) d
    ) ended
  `.execute(db)
  return rows
}

/** Reads the same for account mail, which has a table of its own. */
export async function readAccountMailFigures(db: Db): Promise<DeliveryFigures> {
  const { rows } = await sql<Omit<DeliveryFigures, 'destination' | 'gaveUp'>>`
    select (select count(*) from (select from account_mail limit ${maxCounted}) m) as open,
      coalesce((
        select greatest(extract(epoch from now() - coalesce(leased_until, due_at)), 0)::float8
        from account_mail order by coalesce(leased_until, due_at) limit 1
      ), 0) as overdue_seconds
  `.execute(db)
  return { destination: 'account-mail', ...rows[0]!, gaveUp: 0 }
}

export interface WaitingFigures {
  /** The age in seconds of the oldest event that is not fanned out; 0 if there is none. */
  oldestEventSeconds: number
  /** Webhooks that are not processed a minute after they arrived. */
  stuckWebhooks: number
}

/** Reads what waits to be fanned out or processed. */
export async function readWaitingFigures(db: Db): Promise<WaitingFigures> {
  const { rows } = await sql<WaitingFigures>`
    select
      coalesce(extract(epoch from now() - (select min(created_at) from outbox where fanned_out_at is null)), 0)::float8
        as oldest_event_seconds,
      (select count(*) from (
        select from webhook_event
        where processed_at is null and received_at < now() - interval '1 minute'
        limit ${maxCounted}
      ) w) as stuck_webhooks
  `.execute(db)
  return rows[0]!
}
