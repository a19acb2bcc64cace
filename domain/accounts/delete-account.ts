/**
 * Deletes accounts. A deletion is requested in a confirmed session, can be cancelled by logging in within a week, and is then
 * final.
 */
import type { Trx } from '../../db/connection.ts'
import { deleteAccountLinks } from '../../db/queries/accounts/account-links.ts'
import { findConnection } from '../../db/queries/chat/connections.ts'
import { listExportsOf } from '../../db/queries/accounts/data-exports.ts'
import {
  eraseAccount,
  listDueDeletions,
  listPicturesOf,
  markForDeletion,
  unmarkForDeletion,
} from '../../db/queries/accounts/erasure.ts'
import { listSpeechOf } from '../../db/queries/alerts/speech.ts'
import { listSounds } from '../../db/queries/alerts/sounds.ts'
import { deleteSessionsOf } from '../../db/queries/accounts/sessions.ts'
import { indexWebhooks } from '../../db/queries/accounts/webhook-subjects.ts'
import type { AccountRow } from '../../db/schema.ts'
import { chatPlatform } from '../../contract/chat/platforms.ts'
import type { Storage } from '../storage/storage.ts'
import { forgetPicture } from '../storage/pictures.ts'
import { fileOfSound } from '../sounds/sounds.ts'
import { fileOfSpeech } from '../speech/make-speech.ts'
import { enqueueAccountEmail } from '../mail/enqueue-account-email.ts'
import type { PasswordContext } from './change-password.ts'
import { fileOfExport } from './data-export/data-exports.ts'
import { recordSensitiveChange } from './sensitive-changes.ts'
import { changeInSession } from './session-changes.ts'
import type { OwnSession } from './sessions.ts'
import { revokeConnection } from '../chat/disconnect-platform.ts'
import type { DisconnectContext } from '../chat/disconnect-platform.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

const graceDays = 7
const atOnce = 20

/** Hides an account at once, ends its sessions, and returns when it will be erased. Throws AppError as `changeInSession` does. */
export async function requestDeletion(ctx: PasswordContext, session: OwnSession): Promise<Date> {
  return changeInSession(ctx.db, session, async (trx, account) => {
    const { uid, displayName: name } = account
    const dueAt = await markForDeletion(trx, uid, graceDays)
    await deleteAccountLinks(trx, uid)
    await deleteSessionsOf(trx, uid)
    const { secretsKey } = ctx.config
    const change = { kind: 'deletion', before: {} } as const
    await recordSensitiveChange({ db: trx, secretsKey }, account, change, (undo) => ({
      kind: 'deletion-asked',
      name,
      dueAt: dueAt.toISOString(),
      undo,
    }))
    return dueAt
  })
}

/** Cancels the deletion of an account whose owner has just logged in. */
export async function keepAccount(
  { db: trx, secretsKey }: { db: Trx; secretsKey: SecretKeys },
  account: Pick<AccountRow, 'uid' | 'email' | 'displayName' | 'locale'>,
): Promise<void> {
  if (!(await unmarkForDeletion(trx, account.uid))) return
  const content = { kind: 'deletion-stopped', name: account.displayName } as const
  await enqueueAccountEmail({ db: trx, secretsKey }, account, content)
}

export interface ErasureContext extends DisconnectContext {
  storage: Storage
}

/** Erases the accounts whose grace period is over, their stored files first. If it crashed at any point, it can run again. */
export async function eraseDueAccounts(ctx: ErasureContext): Promise<void> {
  const due = await listDueDeletions(ctx.db, atOnce)
  if (due.length > 0) await indexWebhooks(ctx.db)
  for (const { uid } of due) {
    try {
      await erase(ctx, uid)
    } catch (error) {
      ctx.log.error({ uid, reason: (error as Error).message }, 'an account could not be erased yet')
    }
  }
}

async function erase(ctx: ErasureContext, uid: string): Promise<void> {
  for (const platform of chatPlatform.options) {
    const connection = await findConnection(ctx.db, uid, platform)
    if (connection) await revokeConnection(ctx, connection)
  }
  for (const url of await listPicturesOf(ctx.db, uid)) await forgetPicture(ctx.storage, url)
  for (const token of await listSpeechOf(ctx.db, uid)) await ctx.storage.remove(fileOfSpeech(token))
  for (const { soundId } of await listSounds(ctx.db, uid)) await ctx.storage.remove(fileOfSound(soundId))
  for (const id of await listExportsOf(ctx.db, uid)) await ctx.storage.remove(fileOfExport(id))
  await ctx.db.transaction().execute((trx) => eraseAccount(trx, uid))
}
