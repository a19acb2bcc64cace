/**
 * The key in the addresses of a creator's overlays. An overlay with this key has the same access as one in the creator's own session.
 */
import type { OverlaySettings } from '../../contract/alerts/overlay-calls.ts'
import type { Db } from '../../db/connection.ts'
import * as queries from '../../db/queries/alerts/overlay-settings.ts'
import type { NewOverlayKey } from '../../db/queries/alerts/overlay-settings.ts'
import { seal, unseal } from '../security/sealing.ts'
import { hashToken, isSame, makeToken } from '../security/tokens.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface OverlayKeyContext {
  db: Db
  config: { secretsKey: SecretKeys }
}

/** Returns a creator's key, and creates one if there is none. */
export async function showOverlayKey({ db, config }: OverlayKeyContext, creatorUid: string): Promise<string> {
  const { secretsKey } = config
  const sealed = await queries.keepOverlayKey(db, creatorUid, sealKey(secretsKey, creatorUid, makeToken()))
  return unseal(secretsKey, sealed, overlayKeyContext(creatorUid))
}

/** Creates a key that replaces a creator's previous one, and returns it. */
export async function replaceOverlayKey(
  { db, config }: OverlayKeyContext,
  creatorUid: string,
): Promise<string> {
  const key = makeToken()
  await queries.replaceOverlayKey(db, creatorUid, sealKey(config.secretsKey, creatorUid, key))
  return key
}

/** Stores a creator's overlay settings, and creates a key if there is none. */
export async function saveOverlaySettings(
  { db, config }: OverlayKeyContext,
  creatorUid: string,
  settings: OverlaySettings,
): Promise<void> {
  const key = sealKey(config.secretsKey, creatorUid, makeToken())
  await queries.saveOverlaySettings(db, creatorUid, settings, key)
}

/** Returns whether a text is the key that has this hash. */
export function isOverlayKey(text: string, keyHash: Buffer): boolean {
  const hash = hashToken(text)
  return hash !== undefined && isSame(hash, keyHash)
}

function sealKey(secretsKey: SecretKeys, creatorUid: string, key: string): NewOverlayKey {
  return { keyHash: hashToken(key)!, keySealed: seal(secretsKey, key, overlayKeyContext(creatorUid)) }
}

/** Returns the context for sealing a creator's key. */
export const overlayKeyContext = (creatorUid: string) => `${creatorUid}:overlay-key`
