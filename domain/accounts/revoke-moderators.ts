/** Takes away the access to an account's control panel that somebody else may have given. */
import { randomUUID } from 'node:crypto'
import type { Trx } from '../../db/connection.ts'
import {
  deleteInvite,
  deleteModerator,
  listInvites,
  listNewModerators,
} from '../../db/queries/panel/moderators.ts'
import { lockPanel, recordPanelAction } from '../../db/queries/panel/panel.ts'

/**
 * Withdraws all links for moderators of an account, and removes its moderators who joined within the last seven days, or since an
 * earlier time. The panel's list has this as actions of the account. The caller has locked the account, so that no link is made or
 * used meanwhile.
 */
export async function revokeModerators(trx: Trx, creatorUid: string, since: Date): Promise<void> {
  const invites = await listInvites(trx, creatorUid)
  const moderatorUids = await listNewModerators(trx, creatorUid, since)
  if (moderatorUids.length + invites.length === 0) return
  const panel = await lockPanel(trx, creatorUid)
  const record = (kind: 'withdraw' | 'remove', data: object) =>
    recordPanelAction(trx, panel, { actionId: randomUUID(), actorUid: creatorUid, kind, data })
  for (const { id } of invites) {
    if (await deleteInvite(trx, creatorUid, id)) await record('withdraw', {})
  }
  for (const moderatorUid of moderatorUids) {
    if (await deleteModerator(trx, creatorUid, moderatorUid)) await record('remove', { moderatorUid })
  }
}
