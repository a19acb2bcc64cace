/**
 * Checks with the platforms whether creators' grants are still valid, so that a creator learns about lost access before the next
 * stream.
 */
import type { Logger } from 'pino'
import { platform as platforms } from '../../contract/chat/platforms.ts'
import type { Db } from '../../db/connection.ts'
import { markAccessLost, takeUnchecked, updateCheckedAt } from '../../db/queries/chat/connection-health.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { GrantRevokedError } from './oauth-tokens.ts'
import type { Connector } from './connector.ts'
import type { Connectors } from './connectors.ts'
import { getCreatorToken, refreshCreatorToken } from './creator-token.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { consentServices } from './platforms/platforms.ts'

export interface GrantContext {
  db: Db
  log: Logger
  config: { secretsKey: SecretKeys }
  connectors: Connectors
}

const minute = 60_000
const retryMs = 5 * minute
const atOnce = 10

/**
 * Checks every grant whose check is due. Records a grant that is no longer valid. If a platform does not respond, the check is
 * retried in five minutes.
 */
export async function checkGrants(ctx: GrantContext): Promise<void> {
  for (const platform of platforms.options) {
    const connector = ctx.connectors[platform]
    if (!connector) continue
    const everyMs = consentServices[platform].checkEveryMs
    for (;;) {
      const due = await takeUnchecked(ctx.db, platform, new Date(Date.now() - everyMs), atOnce)
      await Promise.all(due.map((connection) => check(ctx, connector, connection, everyMs)))
      if (due.length < atOnce) break
    }
  }
}

async function check(
  ctx: GrantContext,
  connector: Connector,
  connection: ConnectionRow,
  dueMs: number,
): Promise<void> {
  const { db, log, config } = ctx
  const { uid, platform, refreshTokenSealed } = connection
  const tokens = { db, secretsKey: config.secretsKey, refresh: connector.refresh }
  try {
    const token = await getCreatorToken(tokens, connection)
    if (!(await connector.validate(token))) await refreshCreatorToken(tokens, connection)
  } catch (error) {
    if (error instanceof GrantRevokedError) {
      log.info({ uid, platform }, 'grant lost')
      return markAccessLost(db, uid, platform, refreshTokenSealed)
    }
    log.warn({ uid, platform, reason: (error as Error).message }, 'grant not checked')
    await updateCheckedAt(db, connection, new Date(Date.now() - dueMs + retryMs))
  }
}
