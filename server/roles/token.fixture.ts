/** The tokens that `server/roles.test.ts` makes the calls of tools with. */
import type { ToolCall } from '../../contract/calls.ts'
import { toolScope } from '../../contract/tools/tool-scopes.ts'
import { plantApiToken } from '../../domain/tools/api-token.fixture.ts'
import { revokeApiToken } from '../../domain/tools/api-tokens.ts'
import type { Outcome } from './outcomes.fixture.ts'
import type { World } from './world.fixture.ts'

/**
 * The outcomes of a tool's call with a token of the creator. The session's cookie that the test sends with it does not count. `smaller`
 * has all scopes but that of the call.
 */
export const tokenOutcomes = {
  valid: 'done',
  smaller: 403,
  revoked: 401,
  expired: 401,
} as const satisfies Record<string, Outcome>
export type TokenKind = keyof typeof tokenOutcomes

/** Makes a token of the creator for a call, and returns the header with it. */
export async function plantToken({ db, creator }: World, { scope }: ToolCall, kind: TokenKind) {
  const scopes = kind === 'smaller' ? toolScope.options.filter((one) => one !== scope) : [scope]
  const expiresAt = kind === 'expired' ? new Date(Date.now() - 1_000) : null
  const { id, headers } = await plantApiToken(db, creator.uid, scopes, expiresAt)
  // Otherwise its first use would be stored, which would count as a change.
  await db.updateTable('apiToken').set({ lastUsedAt: new Date() }).where('id', '=', id).execute()
  if (kind === 'revoked') await revokeApiToken(db, creator.uid, id)
  return headers
}
