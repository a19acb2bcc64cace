/** What a creator has received since a day began in the creator's time zone. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

interface Since {
  creatorUid: string
  /** An SQL expression of the day, and one of a time zone that Postgres knows. */
  day: RawBuilder<unknown>
  zone: RawBuilder<unknown>
}

/**
 * Returns an SQL expression of the sum in minor units. It adds the days (UTC) after `day`, which are in it whole, to the quarters of
 * an hour of `day` and of the day before, as no time zone is further than 14 hours from UTC. So it reads a row per later day with
 * tips and at most 192 quarters of an hour, however many tips there are.
 */
export function receivedSince({ creatorUid, day, zone }: Since): RawBuilder<number> {
  return sql<number>`((
    select coalesce(sum(amount_minor), 0) from creator_day_total
    where creator_uid = ${creatorUid} and creator_day_total.day > ${day}
  ) + (
    select coalesce(sum(amount_minor), 0) from creator_quarter_hour
    where creator_uid = ${creatorUid}
      and starts_at >= (${day} - 1)::timestamp at time zone 'utc' and starts_at < (${day} + 1)::timestamp at time zone 'utc'
      and (starts_at at time zone ${zone})::date >= ${day}
  ))::bigint`
}
