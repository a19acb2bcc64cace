/** Reads figures about the whole installation for its metrics. Each figure is read from a partial index, up to a limit of rows. */
import { sql } from 'kysely'
import type { Destination } from '../../../contract/events.ts'
import type { Db } from '../../connection.ts'

/** The maximum number of rows that are counted. With a long backlog, counting all rows would be slow. */
export const maxCounted = 10_000

export interface DeliveryFigures {
  destination: Destination
  /** The number of deliveries that are due or leased. */
  open: number
  /** How many seconds ago the longest-waiting open delivery became due; 0 if none is due. */
  overdueSeconds: number
  /**
   * The number of deliveries that were given up within the last day. It is 0 for emails about accounts, whose rows are deleted when
   * they are given up.
   */
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

export interface WaitingFigures {
  /** The age in seconds of the oldest event that is not fanned out; 0 if there is none. */
  oldestEventSeconds: number
  /** The number of webhooks that arrived more than a minute ago and are not processed. */
  stuckWebhooks: number
}

/** Reads the age of the oldest event that is not fanned out, and the number of unprocessed webhooks. */
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
