/** The tokens with which `role-table.test.ts` makes the calls of tools. */
import { apiBase, toolCalls } from '../../contract/calls.ts'
import { toolScope } from '../../contract/tool-scopes.ts'
import { plantApiToken } from '../../domain/tools/api-token.fixture.ts'
import { revokeApiToken } from '../../domain/tools/api-tokens.ts'
import { routeTable } from '../role-table.ts'
import type { RouteCase } from '../role-table.ts'
import { tokenOutcomes, toolRoutes } from '../tool-table.ts'
import type { TokenKind } from '../tool-table.ts'
import type { World } from './world.fixture.ts'

const routeOf = ({ method, path }: (typeof toolCalls)[number]) => `${method} ${apiBase}${path}`

/** The calls that are open to tools and have no rows. */
export const callsWithoutRows = toolCalls.map(routeOf).filter((name) => !(name in toolRoutes))

/** A row for each kind of token and each row of a tool's call that a creator may make. */
export const tokenRows = Object.keys(toolRoutes).flatMap((key) => {
  const name = key as RouteCase
  if (routeTable[name].creator !== 'done') return []
  const kinds = Object.keys(tokenOutcomes) as TokenKind[]
  return kinds.map((token) => ({ name, role: 'creator' as const, token, outcome: tokenOutcomes[token] }))
})

/** Makes a token of the creator for a call, and returns the header with it. */
export async function plantToken({ db, creator }: World, name: RouteCase, kind: TokenKind) {
  const [route] = name.split(' | ')
  const { scope } = toolCalls.find((call) => routeOf(call) === route)!
  const scopes = kind === 'smaller' ? toolScope.options.filter((one) => one !== scope) : [scope]
  const expiresAt = kind === 'expired' ? new Date(Date.now() - 1_000) : null
  const { id, headers } = await plantApiToken(db, creator.uid, scopes, expiresAt)
  // Otherwise its first use would be stored, which would count as a change.
  await db.updateTable('apiToken').set({ lastUsedAt: new Date() }).where('id', '=', id).execute()
  if (kind === 'revoked') await revokeApiToken(db, creator.uid, id)
  return headers
}
