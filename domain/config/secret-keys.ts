/** Keys of SECRETS_KEY or SESSION_SECRET. Each is a list, so that a key can be replaced while servers run (docs/runbook.md). */
import { createHmac } from 'node:crypto'

/** Keys of 32 bytes, the newest first. The newest seals and signs; all of them open and verify. */
export type SecretKeys = readonly [newest: Buffer, ...former: Buffer[]]

/** Reads keys of 64 hexadecimal digits that are separated by commas. */
export function readSecretKeys(text: string): SecretKeys {
  const [newest, ...former] = text.split(',').map((digits) => Buffer.from(digits, 'hex'))
  return [newest!, ...former]
}

/** Returns a short name of a key that reveals nothing about the key. */
export function idOf(key: Buffer): string {
  return createHmac('sha256', key).update('key id').digest('base64url').slice(0, 8)
}
