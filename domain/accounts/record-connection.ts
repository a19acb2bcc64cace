/** Stores the account that a creator connects, and mails the owner a link that ends the connection (docs/sensitive-changes.md). */
import { findConnection, saveConnection } from '../../db/queries/chat/connections.ts'
import type { NewConnection } from '../../db/queries/chat/connections.ts'
import type { Db, Trx } from '../../db/connection.ts'
import type { AccountRow, ConnectionRow } from '../../db/schema.ts'
import { recordSensitiveChange } from './sensitive-changes.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { ConnectRefusal } from '../chat/connector.ts'
import type { Connecting } from '../chat/connector.ts'
import { changeInOpenSession, changeInSession } from './session-changes.ts'
import type { OwnSession } from './sessions.ts'

/**
 * Stores a connection of an account that is locked, and returns the one that it replaces. Connecting the same account again is neither
 * recorded nor mailed. Throws `ConnectRefusal` when the channel is connected to another creator.
 */
async function recordConnection(
  { db: trx, secretsKey }: { db: Trx; secretsKey: SecretKeys },
  account: AccountRow,
  connection: Omit<NewConnection, 'uid'>,
): Promise<ConnectionRow | undefined> {
  const { uid, displayName } = account
  const { platform, platformUserId, channel, email } = connection
  const before = await findConnection(trx, uid, platform)
  if (!(await saveConnection(trx, { ...connection, uid }))) throw new ConnectRefusal('taken')
  if (before?.platformUserId === platformUserId) return before
  const change = { kind: 'platform-connected', before: { platform, platformUserId } } as const
  await recordSensitiveChange({ db: trx, secretsKey }, account, change, (undo) => ({
    kind: 'platform-connected',
    name: displayName,
    platform,
    channel: email ? `${channel} (${email})` : channel, // a channel of YouTube is an id that says nothing to its owner
    undo,
  }))
  return before
}

/** Returns how a session connects a chat: one that need not be confirmed, because a platform's consent page has proved who is there. */
export function connectingIn(
  ctx: { db: Db; config: { secretsKey: SecretKeys } },
  session: OwnSession,
): Connecting {
  return connecting(ctx, session, changeInOpenSession)
}

/** Returns how a confirmed session connects a chat. */
export function connectingConfirmed(
  ctx: { db: Db; config: { secretsKey: SecretKeys } },
  session: OwnSession,
): Connecting {
  return connecting(ctx, session, changeInSession)
}

function connecting(
  { db, config: { secretsKey } }: { db: Db; config: { secretsKey: SecretKeys } },
  session: OwnSession,
  change: typeof changeInSession<ConnectionRow | undefined>,
): Connecting {
  return {
    uid: session.uid,
    save: (connection) =>
      change(db, session, (trx, account) => recordConnection({ db: trx, secretsKey }, account, connection)),
  }
}
