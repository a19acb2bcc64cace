/** Seals secrets for storage: encrypts them with AES-256-GCM, bound to the place where they are stored. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const version = 'v1'
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts a text with a 32-byte key. `context` names the place where it is stored; decrypting it with another context fails. */
export function seal(key: Buffer, text: string, context: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(`${version}:${context}`))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${version}.${sealed.toString('base64url')}`
}

/** Decrypts a text that `seal` encrypted. Throws if the key or context differs, or the text was changed. */
export function unseal(key: Buffer, sealed: string, context: string): string {
  const [prefix, body = ''] = sealed.split('.')
  const bytes = Buffer.from(body, 'base64url')
  if (prefix !== version || bytes.length < nonceBytes + tagBytes) throw new Error('not a sealed text')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(`${version}:${context}`))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** Decrypts a text that `seal` encrypted; undefined if `seal` did not encrypt it, because a cookie can contain anything. */
export function tryUnseal(key: Buffer, sealed: string, context: string): string | undefined {
  try {
    return unseal(key, sealed, context)
  } catch {
    return undefined
  }
}

/** Returns the context for sealing a platform token: its account, platform and kind. */
export function tokenContext(uid: string, platform: string, kind: 'access' | 'refresh'): string {
  return `${uid}:${platform}:${kind}`
}
