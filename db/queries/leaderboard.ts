/** A creator's supporters, from the totals that are kept with every tip. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'
import type { Period } from '../schema.ts'

/** The first day of each period, as the totals are filed under it. */
export type PeriodStarts = Record<Period, string>

/**
 * The biggest totals of each period, the biggest first; anonymous tips are in none, nor who is known by tips alone that are kept back. `supporterUid` is null for guests, and
 * where another name than the account's own stands on the tips: somebody who plays a part is not led back to.
 */
export async function listTopSupporters(db: Db, creatorUid: string, starts: PeriodStarts, limit: number) {
  const top = (period: Period) =>
    db
      .selectFrom(topOf(db, creatorUid, period, starts[period], limit))
      .leftJoin('account', (on) =>
        on
          .on(
            'account.uid',
            '=',
            sql<string>`case when top.supporter_key like 'account:%' then substr(top.supporter_key, 9)::uuid end`,
          )
          .onRef('account.displayName', '=', 'top.name')
          .on('account.deletionDueAt', 'is', null),
      )
      .select(['top.period', 'top.name', 'top.amountMinor', 'account.uid as supporterUid'])
  return top('week')
    .unionAll(top('month'))
    .unionAll(top('all'))
    .orderBy('amountMinor', 'desc')
    .orderBy('name')
    .execute()
}

function topOf(db: Db, creatorUid: string, period: Period, start: string, limit: number) {
  return db
    .selectFrom('supporterTotal')
    .select(['period', 'name', 'amountMinor', 'supporterKey'])
    .where('creatorUid', '=', creatorUid)
    .where('period', '=', period)
    .where('periodStart', '=', start)
    .where('amountMinor', '>', 0)
    .where('supporterKey', 'not in', keptBack(creatorUid))
    .orderBy('amountMinor', 'desc')
    .orderBy('name')
    .limit(limit)
    .as('top')
}

/** Supporters of whom the creator holds or has dismissed all that they gave: nobody has looked at their names, or was to see them. */
function keptBack(creatorUid: string) {
  return sql<string>`(
    select s.supporter_key
    from (
      select coalesce('account:' || supporter_uid, 'guest:' || lower(supporter_name)) as supporter_key,
        sum(amount_minor - returned_minor) as amount_minor
      from tip
      where creator_uid = ${creatorUid} and hold in ('held', 'dismissed') and not is_anonymous
      group by 1
    ) kept
    join supporter_total s on s.supporter_key = kept.supporter_key
    where s.creator_uid = ${creatorUid} and s.period = 'all' and s.amount_minor <= kept.amount_minor
  )`
}

/**
 * What one account has given a creator by period, and its picture; no rows when nothing was given, or where another name than
 * the account's own stands on the tips: who knows the account is not led to the part that it plays.
 */
export async function listSupporterTotals(
  db: Db,
  creatorUid: string,
  supporterUid: string,
  starts: PeriodStarts,
) {
  return db
    .selectFrom('supporterTotal as total')
    .innerJoin('account', (on) =>
      on
        .on('account.uid', '=', supporterUid)
        .onRef('account.displayName', '=', 'total.name')
        .on('account.deletionDueAt', 'is', null),
    )
    .select(['total.period', 'total.name', 'total.amountMinor', 'account.image'])
    .where('total.creatorUid', '=', creatorUid)
    .where('total.supporterKey', '=', `account:${supporterUid}`)
    .where('total.amountMinor', '>', 0)
    .where('total.supporterKey', 'not in', keptBack(creatorUid))
    .where((eb) =>
      eb.or(
        (['week', 'month', 'all'] as const).map((period) =>
          eb.and([eb('total.period', '=', period), eb('total.periodStart', '=', starts[period])]),
        ),
      ),
    )
    .execute()
}

/** How many of a creator's supporters of all time have given more than this. */
export async function countBiggerSupporters(
  db: Db,
  creatorUid: string,
  { all }: PeriodStarts,
  amountMinor: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('supporterTotal')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('creatorUid', '=', creatorUid)
    .where('period', '=', 'all')
    .where('periodStart', '=', all)
    .where('amountMinor', '>', amountMinor)
    .where('supporterKey', 'not in', keptBack(creatorUid))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * A creator's latest tips but those that she holds or dismissed, whole, with what was kept of each: what leaves the house
 * goes through `toPublicTip`, but for `publicUid`, who gave it when that is no secret.
 */
export async function listRecentTips(db: Db, creatorUid: string, limit: number) {
  return db
    .selectFrom('tip')
    .leftJoin('account', (on) =>
      on
        .onRef('account.uid', '=', 'tip.supporterUid')
        .onRef('account.displayName', '=', 'tip.supporterName')
        .on('account.deletionDueAt', 'is', null)
        .on('tip.isAnonymous', '=', false),
    )
    .select(['supporterName', 'isAnonymous', 'isPrivate', 'message', 'tip.currency'])
    .select('account.uid as publicUid')
    .select(({ eb }) => eb('amountMinor', '-', eb.ref('returnedMinor')).as('amountMinor'))
    .where('creatorUid', '=', creatorUid)
    .where(({ eb, ref }) => eb('returnedMinor', '<', ref('amountMinor')))
    .where((eb) => eb.or([eb('hold', 'is', null), eb('hold', '=', 'released')]))
    .orderBy('captureNo', 'desc')
    .limit(limit)
    .execute()
}
