import { randomUUID } from 'node:crypto'
import type { ConnectionRow } from '../../db/schema.ts'

/** Returns a connection to a Twitch channel that is in no database. */
export function connectionRow(change: Partial<ConnectionRow> & { channel: string }): ConnectionRow {
  const at = new Date()
  return {
    uid: randomUUID(),
    platform: 'twitch',
    platformUserId: '1',
    email: 'mira@example.test',
    scopes: '',
    accessTokenSealed: '',
    refreshTokenSealed: '',
    accessExpiresAt: at,
    problem: null,
    problemAt: null,
    accessLostAt: null,
    checkedAt: at,
    refreshingUntil: null,
    connectedAt: at,
    botIsModerator: null,
    postWay: null,
    testedEventId: null,
    ...change,
  }
}
