/** Makes, lists, revokes and checks API tokens (docs/api.md). */
import type { ApiToken } from '../../contract/tools/api-token-calls.ts'
import { creatorAccountType } from '../../contract/entities.ts'
import { AppError } from '../../contract/errors.ts'
import { maxApiTokens, toolScope } from '../../contract/tools/tool-scopes.ts'
import type { ToolScope } from '../../contract/tools/tool-scopes.ts'
import type { Db } from '../../db/connection.ts'
import { insertAccountEvent } from '../../db/queries/accounts/account-events.ts'
import {
  deleteApiToken,
  findApiToken,
  insertApiToken,
  listApiTokens,
  touchApiToken,
} from '../../db/queries/tools/api-tokens.ts'
import type { ApiTokenRow } from '../../db/queries/tools/api-tokens.ts'
import { recordSensitiveChange } from '../accounts/sensitive-changes.ts'
import { changeInSession } from '../accounts/session-changes.ts'
import type { OwnSession, Viewer } from '../accounts/sessions.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { hashApiToken, makeApiToken } from './token-text.ts'

const dayMs = 24 * 60 * 60_000

/** Lists a creator's tokens, the oldest first. */
export async function readApiTokens(db: Db, uid: string): Promise<ApiToken[]> {
  return (await listApiTokens(db, uid)).map(toApiToken)
}

export interface NewApiToken {
  name: string
  scopes: readonly ToolScope[]
  /** The token's life in days; null means that it never ends. */
  days: number | null
}

/**
 * Makes a token and mails the owner a link that removes it. Returns its text, which is stored nowhere. Throws AppError
 * `tokens_full`, or as `changeInSession` does.
 */
export async function addApiToken(
  { db, config }: { db: Db; config: { secretsKey: SecretKeys } },
  session: OwnSession,
  { name, scopes, days }: NewApiToken,
): Promise<{ apiToken: ApiToken; token: string }> {
  return changeInSession(db, session, async (trx, account) => {
    const { uid } = session
    if ((await listApiTokens(trx, uid)).length >= maxApiTokens) throw new AppError('tokens_full')
    const token = makeApiToken()
    const expiresAt = days === null ? null : new Date(Date.now() + days * dayMs)
    const chosen = [...new Set(scopes)]
    const row = await insertApiToken(trx, {
      uid,
      name,
      scopes: chosen,
      expiresAt,
      tokenHash: hashApiToken(token)!,
    })
    const change = { kind: 'token-added', before: { id: row.id } } as const
    const { secretsKey } = config
    await recordSensitiveChange({ db: trx, secretsKey }, account, change, (undo) => ({
      kind: 'token-added',
      name: account.displayName,
      apiToken: name,
      undo,
    }))
    return { apiToken: toApiToken(row), token }
  })
}

/** Revokes a token. Throws AppError `not_found`. */
export async function revokeApiToken(db: Db, uid: string, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await deleteApiToken(trx, uid, id))) throw new AppError('not_found')
    await insertAccountEvent(trx, { uid, kind: 'token-removed' })
  })
}

/** A valid token, and its creator as the account that makes a call. */
export interface OpenedToken {
  id: string
  name: string
  scopes: readonly string[]
  viewer: Viewer
}

/**
 * Returns the token of a text, and records that it is used, at most once a minute. Throws AppError `token_refused` if it is not a token, or
 * was revoked, or has expired.
 */
export async function openApiToken(db: Db, text: string): Promise<OpenedToken> {
  const hash = hashApiToken(text)
  const found = hash && (await findApiToken(db, hash))
  if (!found) throw new AppError('token_refused')
  const { id, name, scopes, isUseDue, ...account } = found
  if (isUseDue) await touchApiToken(db, id)
  return { id, name, scopes, viewer: { ...account, accountType: creatorAccountType, role: 'user' } }
}

/** Throws AppError `scope_missing` unless a token has a scope. */
export function requireScope({ scopes }: OpenedToken, scope: ToolScope): void {
  if (!scopes.includes(scope)) throw new AppError('scope_missing', { text: scopeText(scope) })
}

function scopeText(scope: ToolScope) {
  return { key: 'error_scope', values: { scope } } as const
}

function toApiToken({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: ApiTokenRow): ApiToken {
  return {
    id,
    name,
    scopes: toolScope.options.filter((scope) => scopes.includes(scope)),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
