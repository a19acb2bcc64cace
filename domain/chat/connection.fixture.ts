/** A creator's connection as the consent page leaves it behind, made without a browser. For tests. */
import type { Platform } from '../../contract/entities.ts'
import type { Db } from '../../db/connection.ts'
import { findConnection } from '../../db/queries/connections.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { control } from '../../sandbox/sandbox.fixture.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import type { GrantContext } from './check-grants.ts'
import { connectPlatform } from './connect-platform.ts'

const redirectUri = 'http://127.0.0.1/connected'

/** A new creator whose account of that name is connected. */
export async function buildConnected(
  ctx: GrantContext,
  sandbox: Sandbox,
  platform: Platform,
  name: string,
): Promise<ConnectionRow> {
  const { uid } = await buildCreator(ctx.db)
  const { code } =
    platform === 'twitch'
      ? await control<{ code: string }>(sandbox, '/twitch/control/grant', { login: name })
      : await control<{ code: string }>(sandbox, '/google/control/grant', { channelTitle: name })
  const account = await ctx.connectors[platform]!.redeem(code, redirectUri, { state: '', codeVerifier: '' })
  await connectPlatform({ ...ctx, revokers: {} }, uid, platform, account)
  return readConnection(ctx.db, uid, platform)
}

/** A connection as it is now. */
export async function readConnection(db: Db, uid: string, platform: Platform): Promise<ConnectionRow> {
  return (await findConnection(db, uid, platform))!
}

/** Moves times of a connection, as if so much had passed. */
export async function age(
  db: Db,
  { uid }: ConnectionRow,
  times: Partial<Pick<ConnectionRow, 'checkedAt' | 'accessExpiresAt' | 'refreshingUntil'>>,
): Promise<void> {
  await db.updateTable('platformConnection').set(times).where('uid', '=', uid).execute()
}
