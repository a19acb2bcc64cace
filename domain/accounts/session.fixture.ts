import type { Db } from '../../db/connection.ts'
import { confirmSession } from './confirmation.ts'
import { openSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'

/** Opens a session in which the account's owner has just confirmed who they are. */
export async function openConfirmedSession(db: Db, uid: string): Promise<OwnSession> {
  const token = await openSession(db, uid, 'test')
  await confirmSession(db, token, 'password')
  return { uid, token }
}
