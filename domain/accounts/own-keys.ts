/**
 * The overlay key and the webhook secrets, which stay valid after the session that has read them: who has read or replaced one is
 * recorded, and "This wasn't me" replaces them (docs/sensitive-changes.md).
 */
import type { AccountEventKind } from '../../contract/accounts/account-event.ts'
import type { ReadKey } from '../../contract/accounts/lasting-changes.ts'
import { readKeys } from '../../contract/accounts/security-calls.ts'
import { dialects } from '../../contract/tools/dialects.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { hasRecentEvent, insertAccountEvent } from '../../db/queries/accounts/account-events.ts'
import {
  findWebhookEndpoint,
  listWebhookEndpoints,
  replaceEndpointSecret,
} from '../../db/queries/tools/webhook-endpoints.ts'
import * as overlayKey from '../alerts/overlay-key.ts'
import { sealNewSecret } from '../security/webhook-secret.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { changeInSession } from './session-changes.ts'
import type { OwnSession } from './sessions.ts'

interface KeyContext {
  db: Db
  config: { secretsKey: SecretKeys }
}

/** Returns the creator's overlay key, and records that it was shown. Throws as `changeInSession` does. */
export async function showOwnOverlayKey({ db, config }: KeyContext, session: OwnSession): Promise<string> {
  return changeInSession(db, session, async (trx, { uid }) => {
    await insertAccountEvent(trx, { uid, kind: 'overlay-key-shown' })
    return overlayKey.showOverlayKey({ db: trx, config }, uid)
  })
}

/** Replaces the creator's overlay key, records that, and returns the new one. Throws as `changeInSession` does. */
export async function replaceOwnOverlayKey({ db, config }: KeyContext, session: OwnSession): Promise<string> {
  return changeInSession(db, session, (trx, { uid }) => replaceKey({ db: trx, config }, uid))
}

/**
 * Replaces the secret of one of a creator's webhooks, and records that. Returns whether it did: not if there is no such webhook, or if the
 * secret is the creator's token at a service, which only they can replace.
 */
export async function replaceSecretOf({ db, config }: KeyContext, uid: string, id: string): Promise<boolean> {
  const endpoint = await findWebhookEndpoint(db, uid, id)
  if (!endpoint || dialects[endpoint.dialect].secret === 'theirs') return false
  const { dialect } = endpoint
  const secretSealed = sealNewSecret(config.secretsKey, { id, dialect })
  await replaceEndpointSecret(db, id, { secretSealed, keepsFormer: dialects[dialect].secret === 'key' })
  await insertAccountEvent(db, { uid, kind: 'webhook-secret-replaced' })
  return true
}

/** How each key is replaced by "This wasn't me"; returns whether there was one. */
const replacements: Record<ReadKey, (ctx: KeyContext, uid: string) => Promise<boolean>> = {
  async 'webhook-secret'(ctx, uid) {
    // The record does not say whose secret was read. For a day, what is sent is signed with the former keys as well.
    const endpoints = await listWebhookEndpoints(ctx.db, uid)
    let isReplaced = false
    for (const { id } of endpoints) isReplaced = (await replaceSecretOf(ctx, uid, id)) || isReplaced
    return isReplaced
  },
  async 'overlay-key'(ctx, uid) {
    await replaceKey(ctx, uid)
    return true
  },
}

/** Replaces the keys that were shown or replaced in the last seven days, or since an earlier time; returns which. */
export async function replaceReadKeys(
  { db: trx, config }: KeyContext & { db: Trx },
  uid: string,
  since: Date,
): Promise<ReadKey[]> {
  const replaced: ReadKey[] = []
  for (const key of readKeys) {
    const kinds: AccountEventKind[] = [`${key}-shown`, `${key}-replaced`]
    const isRead = await hasRecentEvent(trx, uid, { kinds, since })
    if (isRead && (await replacements[key]({ db: trx, config }, uid))) replaced.push(key)
  }
  return replaced
}

async function replaceKey(ctx: KeyContext, uid: string): Promise<string> {
  await insertAccountEvent(ctx.db, { uid, kind: 'overlay-key-replaced' })
  return overlayKey.replaceOverlayKey(ctx, uid)
}
