/** Kysely types of the tables of creators' tools. */
import type { ColumnType, Generated } from 'kysely'
import type { DialectName } from '../contract/tools/dialects.ts'
import type { MaybeTime, Time } from './column-types.ts'

export interface ToolTables {
  /** A token that a creator's tool makes calls with. */
  apiToken: {
    id: Generated<string>
    uid: string
    name: string
    tokenHash: Buffer
    scopes: string[]
    createdAt: Time
    expiresAt: MaybeTime
    lastUsedAt: MaybeTime
  }
  /** Where a creator's events are sent as webhooks. */
  webhookEndpoint: {
    id: Generated<string>
    creatorUid: string
    dialect: DialectName
    url: string
    secretSealed: string
    formerSecretSealed: Generated<string | null>
    formerUntil: MaybeTime
    createdAt: Time
    failingSince: MaybeTime
    warnedAt: MaybeTime
  }
  /** A write of a tool that named an `Idempotency-Key`, with its response. */
  toolWrite: {
    tokenId: string
    key: string
    requestHash: Buffer
    response: ColumnType<unknown, string | null | undefined, string | null>
    createdAt: Time
    writeId: Generated<string>
  }
}
