/** Who moderates for which creator, and the links that make somebody a moderator. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../connection.ts'

export interface PanelAccess {
  creatorUid: string
  creatorName: string
  isOwner: boolean
  seesAmounts: boolean
}

/**
 * Returns the access of an account to a creator's panel; undefined if it has no access. The account is the creator, or moderates for her.
 */
export async function findPanelAccess(
  db: Db,
  creatorUid: string,
  viewerUid: string,
): Promise<PanelAccess | undefined> {
  const { rows } = await sql<PanelAccess>`
    select a.uid as creator_uid, a.display_name as creator_name, a.uid = ${viewerUid} as is_owner,
      a.uid = ${viewerUid} or coalesce(p.moderators_see_amounts, false) as sees_amounts
    from account a left join panel_state p on p.creator_uid = a.uid
    where a.uid = ${creatorUid} and a.account_type = 1 and a.deletion_due_at is null and (a.uid = ${viewerUid} or exists (
      select from moderator m where m.creator_uid = a.uid and m.moderator_uid = ${viewerUid}
    ))
  `.execute(db)
  return rows[0]
}

/** Returns a creator's moderators, the first one first. */
export async function listModerators(db: Db, creatorUid: string) {
  return db
    .selectFrom('moderator')
    .innerJoin('account', 'account.uid', 'moderator.moderatorUid')
    .select(['moderatorUid', 'displayName as name', 'userName', 'moderator.createdAt as since'])
    .where('creatorUid', '=', creatorUid)
    .orderBy('moderator.createdAt')
    .execute()
}

/** Returns the creators that an account moderates for, by name. */
export async function listModeratedCreators(
  db: Db,
  moderatorUid: string,
): Promise<{ creatorUid: string; name: string }[]> {
  return db
    .selectFrom('moderator')
    .innerJoin('account', 'account.uid', 'moderator.creatorUid')
    .select(['creatorUid', 'displayName as name'])
    .where('moderatorUid', '=', moderatorUid)
    .where('deletionDueAt', 'is', null)
    .orderBy('displayName')
    .execute()
}

/** Returns the moderators who joined within the last seven days, or since an earlier time. */
export async function listNewModerators(trx: Trx, creatorUid: string, since: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('moderator')
    .select('moderatorUid')
    .where('creatorUid', '=', creatorUid)
    .where('createdAt', '>=', sql<Date>`least(${since}, now() - interval '7 days')`)
    .execute()
  return rows.map(({ moderatorUid }) => moderatorUid)
}

/** Adds a moderator. Returns false if the account is one already. */
export async function insertModerator(trx: Trx, creatorUid: string, moderatorUid: string): Promise<boolean> {
  const row = await trx
    .insertInto('moderator')
    .values({ creatorUid, moderatorUid })
    .onConflict((oc) => oc.doNothing())
    .returning('moderatorUid')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a moderator. Returns false if the account was not one of the creator's. */
export async function deleteModerator(trx: Trx, creatorUid: string, moderatorUid: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('moderator')
    .where('creatorUid', '=', creatorUid)
    .where('moderatorUid', '=', moderatorUid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns a creator's links that still work. */
export async function listInvites(db: Db, creatorUid: string): Promise<{ id: string; expiresAt: Date }[]> {
  return db
    .selectFrom('moderatorInvite')
    .select(['id', 'expiresAt'])
    .where('creatorUid', '=', creatorUid)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('createdAt')
    .execute()
}

/** Inserts a link, and deletes the creator's links that have expired. */
export async function insertInvite(
  trx: Trx,
  creatorUid: string,
  tokenHash: Buffer,
  hours: number,
): Promise<void> {
  await trx
    .deleteFrom('moderatorInvite')
    .where('creatorUid', '=', creatorUid)
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute()
  const expiresAt = sql<Date>`now() + ${hours} * interval '1 hour'`
  await trx.insertInto('moderatorInvite').values({ creatorUid, tokenHash, expiresAt }).execute()
}

/** Withdraws a link. Returns false if the creator has no such link. */
export async function deleteInvite(trx: Trx, creatorUid: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('moderatorInvite')
    .where('creatorUid', '=', creatorUid)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Uses up a link and returns its creator; undefined if it does not exist, was used or has expired. */
export async function takeInvite(trx: Trx, tokenHash: Buffer): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('moderatorInvite')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('creatorUid')
    .executeTakeFirst()
  return row?.creatorUid
}

/** Returns the creator of a link without using it up. */
export async function findInviter(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('moderatorInvite')
    .select('creatorUid')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.creatorUid
}
