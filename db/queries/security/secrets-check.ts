/** The sealed text that shows which key of SECRETS_KEY sealed this database. */
import type { Db } from '../../connection.ts'

/** Stores the text if there is none yet. */
export async function insertSecretsCheck(db: Db, sealed: string): Promise<void> {
  await db
    .insertInto('secretsCheck')
    .values({ sealed })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Returns the sealed text; undefined before the first start. */
export async function findSecretsCheck(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('secretsCheck').select('sealed').executeTakeFirst()
  return row?.sealed
}
