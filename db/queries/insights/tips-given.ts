import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { AccountRow, TipRow } from '../../schema.ts'

export type GivenTipRow = Awaited<ReturnType<typeof listGivenTips>>[number]

/** Returns the tips of a supporter, latest first. With `after`, only those that come after that tip in the list. */
export async function listGivenTips(
  db: Db,
  supporterUid: string,
  { after, limit }: { after: string | undefined; limit: number },
) {
  return db
    .selectFrom('tip')
    .innerJoin('account', 'account.uid', 'tip.creatorUid')
    .leftJoin('goal', 'goal.goalId', 'tip.goalId')
    .select(['tip.id', 'tip.orderId', 'tip.amountMinor', 'tip.currency', 'tip.returnedMinor'])
    .select(['tip.capturedAt', 'account.userName', 'account.displayName', 'account.image'])
    .select('goal.title as goalTitle')
    .where('tip.supporterUid', '=', supporterUid)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(tip.captured_at, tip.id) < (
          select last.captured_at, last.id from tip last
          where last.id = ${after} and last.supporter_uid = ${supporterUid}
        )`,
      ),
    )
    .orderBy('tip.capturedAt', 'desc')
    .orderBy('tip.id', 'desc')
    .limit(limit)
    .execute()
}

type SupportedCreatorRow = Pick<AccountRow, 'userName' | 'displayName' | 'image'> &
  Pick<TipRow, 'amountMinor' | 'currency'> & { tips: number }

/** Returns the creators that a supporter has tipped, with the totals of the tips without returned money, largest first. */
export async function listSupportedCreators(db: Db, supporterUid: string): Promise<SupportedCreatorRow[]> {
  const { rows } = await sql<SupportedCreatorRow>`
    select a.user_name, a.display_name, a.image, g.amount_minor, g.currency, g.tips
    from (
      select creator_uid, currency, sum(amount_minor - returned_minor)::bigint as amount_minor,
        count(*)::int as tips
      from tip where supporter_uid = ${supporterUid} and returned_minor < amount_minor
      group by creator_uid, currency
    ) g
    join account a on a.uid = g.creator_uid
    order by g.amount_minor desc, a.user_name
    limit 200
  `.execute(db)
  return rows
}
