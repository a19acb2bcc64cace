/** The health of creators' connections to platforms: token refreshes, and problems that prevent posting. */
import { sql } from 'kysely'
import type { ChatProblem } from '../../../contract/chat/chat-problems.ts'
import type { ChatPlatform } from '../../../contract/chat/platforms.ts'
import type { TwitchWay } from '../../../contract/chat/twitch-ways.ts'
import type { Db } from '../../connection.ts'
import type { ConnectionRow } from '../../schema.ts'

export type ConnectionHealth = Awaited<ReturnType<typeof listConnectionHealth>>[number]

/** Lists what, if anything, prevents posting to each of a creator's platforms. */
export async function listConnectionHealth(db: Db, uid: string) {
  return db
    .selectFrom('platformConnection')
    .select(['platform', 'channel', 'problem', 'problemAt', 'accessLostAt', 'botIsModerator', 'postWay'])
    .where('uid', '=', uid)
    .execute()
}

/** Counts the connections of each platform: all, those that have lost access, and those without a moderator's rights for the bot. */
export async function countConnections(db: Db) {
  return db
    .selectFrom('platformConnection')
    .select((eb) => [
      'platform',
      eb.fn.countAll<number>().as('all'),
      eb.fn.count<number>('accessLostAt').as('lost'),
      eb.fn.countAll<number>().filterWhere('problem', '=', 'notModerator').as('withoutModerator'),
    ])
    .groupBy('platform')
    .orderBy('platform')
    .execute()
}

/** Stores the problem that prevents posting, and when it began. Null clears both. */
export async function updateConnectionProblem(
  db: Db,
  uid: string,
  platform: ChatPlatform,
  problem: ChatProblem | null,
): Promise<void> {
  await db
    .updateTable('platformConnection')
    .set({ problem, problemAt: problem && sql<Date>`now()` })
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .where('problem', 'is distinct from', problem)
    .execute()
}

/** Stores which way the latest message took on a platform that has more than one. */
export async function updatePostWay(
  db: Db,
  { uid, platform, platformUserId }: ConnectionRow,
  postWay: TwitchWay,
): Promise<void> {
  await db
    .updateTable('platformConnection')
    .set({ postWay })
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .where('platformUserId', '=', platformUserId)
    .execute()
}

/** Stores whether the bot is a moderator in a creator's chat, as the platform said with its confirmation of a message. */
export async function updateBotRole(
  db: Db,
  uid: string,
  platform: ChatPlatform,
  botIsModerator: boolean,
): Promise<void> {
  await db
    .updateTable('platformConnection')
    .set({ botIsModerator })
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .execute()
}

/**
 * Marks a grant as revoked by the platform; only a new connection repairs that. With `refreshTokenSealed`, only the grant with that
 * token is marked, and not a newer one.
 */
export async function markAccessLost(
  db: Db,
  uid: string,
  platform: ChatPlatform,
  refreshTokenSealed?: string,
): Promise<void> {
  await db
    .updateTable('platformConnection')
    .set({ accessLostAt: sql<Date>`now()`, refreshingUntil: null })
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .where('accessLostAt', 'is', null)
    .$if(refreshTokenSealed !== undefined, (qb) => qb.where('refreshTokenSealed', '=', refreshTokenSealed!))
    .execute()
}

/**
 * Claims the right to refresh these tokens; undefined when they have been refreshed already, or another process holds the claim.
 */
export async function claimRefresh(
  db: Db,
  { uid, platform, accessTokenSealed }: ConnectionRow,
  claimMs: number,
) {
  return db
    .updateTable('platformConnection')
    .set({ refreshingUntil: sql<Date>`now() + make_interval(secs => ${claimMs / 1000})` })
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .where('accessTokenSealed', '=', accessTokenSealed)
    .where('accessLostAt', 'is', null)
    .where((eb) => eb.or([eb('refreshingUntil', 'is', null), eb('refreshingUntil', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst()
}

/** Releases the claim, so that the next caller can refresh. */
export async function releaseRefresh(
  db: Db,
  { uid, platform, refreshTokenSealed }: ConnectionRow,
): Promise<void> {
  await db
    .updateTable('platformConnection')
    .set({ refreshingUntil: null })
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .where('refreshTokenSealed', '=', refreshTokenSealed)
    .execute()
}

export type SealedTokens = Pick<ConnectionRow, 'accessTokenSealed' | 'refreshTokenSealed' | 'accessExpiresAt'>

/** Stores refreshed tokens, unless the creator has reconnected or disconnected the account meanwhile. */
export async function updateConnectionTokens(
  db: Db,
  before: ConnectionRow,
  tokens: SealedTokens,
): Promise<void> {
  await db
    .updateTable('platformConnection')
    .set({ ...tokens, refreshingUntil: null })
    .where('uid', '=', before.uid)
    .where('platform', '=', before.platform)
    .where('refreshTokenSealed', '=', before.refreshTokenSealed)
    .execute()
}

/**
 * Takes connections of a platform whose grant was last checked before `checkedBefore`, those with the oldest check first. It marks
 * them as checked now, so that no other process takes them too.
 */
export async function takeUnchecked(db: Db, platform: ChatPlatform, checkedBefore: Date, limit: number) {
  return db
    .updateTable('platformConnection')
    .set({ checkedAt: sql<Date>`now()` })
    .where('platform', '=', platform)
    .where('uid', 'in', (eb) =>
      eb
        .selectFrom('platformConnection')
        .select('uid')
        .where('platform', '=', platform)
        .where('accessLostAt', 'is', null)
        .where('checkedAt', '<', checkedBefore)
        .orderBy('checkedAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

/** Sets when a grant was last checked. With an earlier time the grant is due for a check sooner. */
export async function updateCheckedAt(
  db: Db,
  { uid, platform }: Pick<ConnectionRow, 'uid' | 'platform'>,
  checkedAt: Date,
): Promise<void> {
  await db
    .updateTable('platformConnection')
    .set({ checkedAt })
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .execute()
}
