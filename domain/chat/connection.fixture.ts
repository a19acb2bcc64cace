/** Connects a creator to a platform with the rows that the consent flow stores, without a browser. */
import type { Platform } from '../../contract/chat/platforms.ts'
import type { Db } from '../../db/connection.ts'
import { findConnection, saveConnection } from '../../db/queries/chat/connections.ts'
import type { NewConnection } from '../../db/queries/chat/connections.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { control } from '../../sandbox/sandbox.fixture.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import type { GrantContext } from './check-grants.ts'
import { connectPlatform } from './connect-platform.ts'

const redirectUri = 'http://127.0.0.1/connected'

/** Creates a creator and connects the platform's account of the given name. */
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
  const connecting = {
    uid,
    save: async (connection: Omit<NewConnection, 'uid'>) => {
      await saveConnection(ctx.db, { ...connection, uid })
      return undefined
    },
  }
  await connectPlatform({ ...ctx, revokers: {} }, connecting, platform, account)
  return readConnection(ctx.db, uid, platform)
}

/** Reads the current row of a connection. */
export async function readConnection(db: Db, uid: string, platform: Platform): Promise<ConnectionRow> {
  return (await findConnection(db, uid, platform))!
}

/** Overwrites the times of a connection, to simulate that time has passed. */
export async function age(
  db: Db,
  { uid }: ConnectionRow,
  times: Partial<Pick<ConnectionRow, 'checkedAt' | 'accessExpiresAt' | 'refreshingUntil'>>,
): Promise<void> {
  await db.updateTable('platformConnection').set(times).where('uid', '=', uid).execute()
}
