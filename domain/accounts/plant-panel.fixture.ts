/** What a person of the tests of export and erasure has done in control panels. */
import { randomUUID } from 'node:crypto'
import { buildCreator } from '../../db/builders.fixture.ts'
import type { Db } from '../../db/connection.ts'
import { changePanel } from '../panel/change-panel.ts'
import { acceptInvite, inviteModerator } from '../panel/moderators.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { openConfirmedSession } from './session.fixture.ts'

/** Lets a creator pause alerts and invite a moderator, moderate for another creator, and act there. */
export async function plantPanel(db: Db, uid: string, secretsKey: SecretKeys): Promise<void> {
  const other = await buildCreator(db)
  const ctx = { db, config: { secretsKey } }
  const invite = async (creatorUid: string) =>
    inviteModerator(ctx, await openConfirmedSession(db, creatorUid))
  await acceptInvite(ctx, uid, await invite(other.uid))
  await acceptInvite(ctx, other.uid, await invite(uid))
  await invite(uid)
  const made = { actorUid: uid, change: { kind: 'pause' } } as const
  for (const creatorUid of [uid, other.uid])
    await changePanel(
      { db, publish: () => {} },
      { ...made, creatorUid, actionId: randomUUID(), isOwner: creatorUid === uid },
    )
}
