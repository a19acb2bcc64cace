import type { Db } from '../../db/connection.ts'
import { markSessionConfirmed } from '../../db/queries/accounts/sessions.ts'
import { hashSession, openSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'

/** Opens a session that its owner has just confirmed. */
export async function openConfirmedSession(db: Db, uid: string): Promise<OwnSession> {
  const token = await openSession(db, uid, 'test')
  await markSessionConfirmed(db, hashSession(token), 'password')
  return { uid, token }
}
