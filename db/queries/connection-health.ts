/** How a connection fares while we post through it: fresh tokens, and what stands in the way. */
import type { Platform } from '../../contract/entities.ts'
import type { Db } from '../connection.ts'
import type { ConnectionRow } from '../schema.ts'

/** Notes what keeps us from posting, or with null that nothing does. */
export async function updateConnectionProblem(
  db: Db,
  uid: string,
  platform: Platform,
  problem: string | null,
): Promise<void> {
  await db
    .updateTable('platformConnection')
    .set({ problem })
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .where('problem', 'is distinct from', problem)
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
    .set(tokens)
    .where('uid', '=', before.uid)
    .where('platform', '=', before.platform)
    .where('refreshTokenSealed', '=', before.refreshTokenSealed)
    .execute()
}
