import { randomBytes } from 'node:crypto'
import type { SecretKeys } from './secret-keys.ts'

/** Returns a list of keys with one random key. */
export function makeSecretKeys(): SecretKeys {
  return [randomBytes(32)]
}
