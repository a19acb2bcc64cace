/** How a connection fares while we post through it: fresh tokens, and what stands in the way. */
import { sql } from 'kysely'
import type { ChatProblem } from '../../contract/chat-problems.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import type { Db } from '../connection.ts'
import type { ConnectionRow } from '../schema.ts'

export interface ConnectionHealth {
  platform: ChatPlatform
  problem: ChatProblem | null
  problemAt: Date | null
  accessLostAt: Date | null
}

/** How each of a creator's connections fares. */
export async function listConnectionHealth(db: Db, uid: string): Promise<ConnectionHealth[]> {
  return db
    .selectFrom('platformConnection')
    .select(['platform', 'problem', 'problemAt', 'accessLostAt'])
    .where('uid', '=', uid)
    .execute()
}

/** Notes what keeps us from posting, and since when; with null that nothing does. */
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

/**
 * Notes that the platform no longer honours the grant; only connecting anew mends that. With `refreshTokenSealed` it is that
 * grant which is meant, and not one that was given meanwhile.
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

/** Takes it upon oneself to refresh these tokens; undefined when they are refreshed already, or somebody is at it. */
export async function claimRefresh(
  db: Db,
  { uid, platform, accessTokenSealed }: ConnectionRow,
  claimMs: number,
): Promise<ConnectionRow | undefined> {
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

/** Leaves the refreshing to whoever wants the tokens next. */
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

/** Keeps tokens that were refreshed, unless the account was connected anew or disconnected meanwhile. */
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
 * The connections of a platform whose grant was last seen to stand before `checkedBefore`, the longest ago first; each is
 * given out once, for it counts as checked from now on.
 */
export async function takeUnchecked(
  db: Db,
  platform: ChatPlatform,
  checkedBefore: Date,
  limit: number,
): Promise<ConnectionRow[]> {
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

/** Sets when a grant was last seen to stand: earlier, for one that could not be checked and is to be looked at soon. */
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
