/**
 * Seals secrets for storage: encrypts them with AES-256-GCM, bound to the place where they are stored. A sealed text is
 * `v1.BODY.KEY`, where KEY is the id of the key.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { idOf } from '../config/secret-keys.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

const version = 'v1'
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a text with the newest key. `context` names the place where it is stored; decrypting it with another context fails.
 */
export function seal([newest]: SecretKeys, text: string, context: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, newest, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(`${version}:${context}`))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${version}.${sealed.toString('base64url')}.${idOf(newest)}`
}

/** Decrypts a text that `seal` encrypted. Throws if its key is not among `keys`, the context differs, or the text was changed. */
export function unseal(keys: SecretKeys, sealed: string, context: string): string {
  const [prefix, body = '', id] = sealed.split('.')
  const bytes = Buffer.from(body, 'base64url')
  if (prefix !== version || bytes.length < nonceBytes + tagBytes) throw new Error('not a sealed text')
  for (const key of keys) {
    if (id !== idOf(key)) continue
    const text = tryDecrypt(key, bytes, context)
    if (text !== undefined) return text
  }
  throw new Error('sealed with another key or for another place, or changed')
}

function tryDecrypt(key: Buffer, bytes: Buffer, context: string): string | undefined {
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(`${version}:${context}`))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Decrypts a text that `seal` encrypted; undefined if `seal` did not encrypt it, because a cookie can contain anything. */
export function tryUnseal(keys: SecretKeys, sealed: string, context: string): string | undefined {
  try {
    return unseal(keys, sealed, context)
  } catch {
    return undefined
  }
}

/** Returns whether the newest key sealed a text. */
export function isSealedWithNewest([newest]: SecretKeys, sealed: string): boolean {
  return sealed.endsWith(`.${idOf(newest)}`)
}

/** Returns the context for sealing a platform token: its account, platform and kind. */
export function tokenContext(uid: string, platform: string, kind: 'access' | 'refresh'): string {
  return `${uid}:${platform}:${kind}`
}
