/** API tokens for tests. */
import type { ToolScope } from '../../contract/tools/tool-scopes.ts'
import type { Db } from '../../db/connection.ts'
import { hashApiToken, makeApiToken } from './token-text.ts'

/** Stores a token of a creator, and returns it with the headers of a tool that uses it. */
export async function plantApiToken(
  db: Db,
  uid: string,
  scopes: readonly ToolScope[],
  expiresAt: Date | null = null,
) {
  const token = makeApiToken()
  const row = { uid, name: 'My deck', scopes: [...scopes], expiresAt, tokenHash: hashApiToken(token)! }
  const { id } = await db.insertInto('apiToken').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, token, headers: { authorization: `Bearer ${token}` } }
}
