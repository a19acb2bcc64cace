/** Lists of creators: all, by tag, by a part of their name, and those that are featured. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { GoalRow } from '../../schema.ts'
import { publicCreators } from '../accounts/accounts.ts'

export interface CreatorFilter {
  /** Part of the user name or display name, ignoring case. */
  q?: string | undefined
  /** One of the creator's tags, spelt exactly. */
  tag?: string | undefined
  /** The last user name of the previous page. */
  cursor?: string | undefined
  limit: number
}

export type ListedCreatorRow = Awaited<ReturnType<typeof listCreators>>[number]

/**
 * Lists a page of creators in the order of their user names, with their goals. A goal costs one look into the index `goal_creator`; tips
 * are not read, because a goal keeps what it has received.
 */
export async function listCreators(db: Db, { q, tag, cursor, limit }: CreatorFilter) {
  const few = q && q.length >= minIndexed ? await findFew(db, q) : undefined
  return publicCreators(db)
    .select(firstGoal.as('goal'))
    .$if(tag !== undefined, (query) => query.where(wearsTag(db, tag ?? '')))
    .$if(Boolean(q), (query) =>
      query.where(few ? sql<boolean>`uid = any(${few}::uuid[])` : nameContains(q ?? '')),
    )
    .$if(cursor !== undefined, (query) => query.where('userName', '>', cursor ?? ''))
    .orderBy('userName')
    .limit(limit)
    .execute()
}

/** The index has parts of names of this length, so it does not help a search for less. */
const minIndexed = 3
const maxFew = 1_000

/**
 * Finds the creators with this part in their name; undefined if there are more than a thousand. Then reading creators in order soon finds
 * enough of them, but for a rare part it would read all of them, and Postgres cannot tell which is the case.
 */
async function findFew(db: Db, q: string): Promise<string[] | undefined> {
  const rows = await db
    .selectFrom('account')
    .select('uid')
    .where('accountType', '=', 1)
    .where(nameContains(q))
    .limit(maxFew + 1)
    .execute()
  return rows.length > maxFew ? undefined : rows.map(({ uid }) => uid)
}

/** Lists the user names of public creators, in order. */
export async function listPublicUserNames(db: Db, limit: number): Promise<string[]> {
  const rows = await publicCreators(db)
    .clearSelect()
    .select('userName')
    .orderBy('userName')
    .limit(limit)
    .execute()
  return rows.map(({ userName }) => userName)
}

/** Lists creators that an admin has featured, the latest first. */
export async function listFeaturedCreators(db: Db, limit: number): Promise<ListedCreatorRow[]> {
  return publicCreators(db)
    .select(firstGoal.as('goal'))
    .where('featuredAt', 'is not', null)
    .orderBy('featuredAt', 'desc')
    .orderBy('userName')
    .limit(limit)
    .execute()
}

/** The goal that the creator's page shows first; null if none is active. In the order of `listPublicGoals`. */
const firstGoal = sql<Pick<GoalRow, 'title' | 'currency' | 'amountMinor' | 'amountReceivedMinor'> | null>`(
  select jsonb_build_object('title', title, 'currency', currency, 'amountMinor', amount_minor,
    'amountReceivedMinor', amount_received_minor)
  from goal where creator_uid = account.uid and status = 'ACTIVE' and hidden_at is null
  order by position, created_at limit 1
)`

function wearsTag(db: Db, tag: string) {
  const worn = db
    .selectFrom('creatorTag')
    .select('creatorTag.tag')
    .whereRef('creatorTag.creatorUid', '=', sql.ref('account.uid'))
    .where('creatorTag.tag', '=', tag)
  return sql<boolean>`exists (${worn})`
}

function nameContains(q: string) {
  const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(user_name like ${pattern} or lower(display_name) like ${pattern})`
}
