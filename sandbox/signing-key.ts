/** Makes the key with which the sandbox signs certificates, webhooks and id_tokens. */
import { generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

let key: KeyObject | undefined

/**
 * Returns this process's private RSA key. All its sandboxes share one, because generating one takes over a tenth of a second of
 * processor time and tests start hundreds of sandboxes.
 */
export function signingKey(): KeyObject {
  return (key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
}
