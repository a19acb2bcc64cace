/** A creator's top supporters, from totals that are updated with every tip. */
import { sql } from 'kysely'
import type { Currency } from '../../../contract/money/money.ts'
import type { Db } from '../../connection.ts'
import { fixedStatement } from '../../fixed-statement.ts'
import type { Given } from '../../fixed-statement.ts'
import type { Period } from '../../schema.ts'

/** The first day of each period. It is the key of the stored totals of that period. */
export type PeriodStarts = Record<Period, string>

/**
 * Returns the largest totals of each period in minor units. Anonymous tips are not included, nor supporters whose tips are all held
 * or dismissed. `supporterUid` is null for guests, and for accounts that tip under another name, so that the name does not lead to
 * the account.
 */
export function listTopSupporters(db: Db, creatorUid: string, starts: PeriodStarts, limit: number) {
  return topStatement(db, { creatorUid, starts, limit })
}

interface Top {
  creatorUid: string
  starts: PeriodStarts
  limit: number
}

const topStatement = fixedStatement((given: Given<Top>, db) => {
  const top = (period: Period) =>
    db
      .selectFrom(topOf(db, given, period))
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
})

function topOf(db: Db, given: Given<Top>, period: Period) {
  const creatorUid = given((top) => top.creatorUid)
  return db
    .selectFrom('supporterTotal')
    .select(['period', 'name', 'amountMinor', 'supporterKey'])
    .where('creatorUid', '=', creatorUid)
    .where('period', '=', period)
    .where(
      'periodStart',
      '=',
      given(({ starts }) => starts[period]),
    )
    .where('amountMinor', '>', 0)
    .where('supporterKey', 'not in', keptBack(creatorUid))
    .orderBy('amountMinor', 'desc')
    .orderBy('name')
    .limit(given(({ limit }) => limit))
    .as('top')
}

/** Selects supporters whose tips are all held or dismissed. Their names are not public. */
function keptBack(creatorUid: string) {
  return sql<string>`(
    select s.supporter_key
    from (
      select supporter_key(supporter_uid, supporter_name), sum(kept_worth(tip)) as amount_minor
      from tip
      where creator_uid = ${creatorUid} and hold in ('held', 'dismissed') and not is_anonymous
      group by 1
    ) kept
    join supporter_total s on s.supporter_key = kept.supporter_key
    where s.creator_uid = ${creatorUid} and s.period = 'all' and s.amount_minor <= kept.amount_minor
  )`
}

/**
 * Lists an account's totals for a creator by period, and the account's picture. Returns no rows when the account gave nothing, or
 * gave only under another name, so that nobody can connect the account with that name.
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
    .where('total.supporterKey', '=', sql<string>`supporter_key(${supporterUid}, null)`)
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

/** Returns the number of a creator's all-time supporters who have given more than an amount. */
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
 * Lists a creator's latest tips with what was not returned of them, in minor units of the creator's currency, without held and
 * dismissed tips. The rows contain private columns, so callers must pass them through `toPublicTip`. Only `publicUid` may be published
 * as it is: it is null for accounts that must stay secret.
 */
export function listRecentTips(db: Db, creatorUid: string, limit: number) {
  return recentStatement(db, { creatorUid, limit })
}

const recentStatement = fixedStatement((given: Given<Omit<Top, 'starts'>>, db) =>
  db
    .selectFrom('tip')
    .leftJoin('account', (on) =>
      on
        .onRef('account.uid', '=', 'tip.supporterUid')
        .onRef('account.displayName', '=', 'tip.supporterName')
        .on('account.deletionDueAt', 'is', null)
        .on('tip.isAnonymous', '=', false),
    )
    .select(['supporterName', 'isAnonymous', 'isPrivate', 'message'])
    .select('account.uid as publicUid')
    .select(sql<number>`kept_worth(tip)`.as('amountMinor'))
    .select(sql<Currency>`coalesce(worth_currency, tip.currency)`.as('currency'))
    .where(
      'creatorUid',
      '=',
      given((recent) => recent.creatorUid),
    )
    .where(({ eb, ref }) => eb('returnedMinor', '<', ref('amountMinor')))
    .where((eb) => eb.or([eb('hold', 'is', null), eb('hold', '=', 'released')]))
    .orderBy('captureNo', 'desc')
    .limit(given(({ limit }) => limit)),
)
