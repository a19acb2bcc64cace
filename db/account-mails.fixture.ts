/** Lists emails about accounts for tests. */
import type { Db } from './connection.ts'

/** Returns the emails about accounts that are not sent yet, to `email` or to anybody, the latest last. */
export async function listAccountMails(db: Db, email?: string) {
  const rows = await db
    .selectFrom('delivery')
    .select(['id', 'attempts', 'mail'])
    .where('mail', 'is not', null)
    .orderBy('createdAt')
    .orderBy('expiresAt')
    .execute()
  const mails = rows.map(({ mail, ...row }) => ({ ...row, ...mail! }))
  return email === undefined ? mails : mails.filter((mail) => mail.email === email)
}
