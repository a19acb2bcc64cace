/**
 * The text of API tokens: `brim_`, 30 random characters of base62 (178 bits), and a CRC-32 of them in six characters of base62, as
 * GitHub's tokens have
 * (https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/). Scanners find leaked
 * tokens by the prefix and tell them from other texts by the checksum without asking us.
 */
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6
const shape = /^brim_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** Returns a new unguessable token. */
export function makeApiToken(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `brim_${random}${checksumOf(random)}`
}

/** Returns the stored form of a token; undefined if the text is not a token, or its checksum is wrong. */
export function hashApiToken(text: string): Buffer | undefined {
  const [, random = '', checksum] = shape.exec(text) ?? []
  return checksum === checksumOf(random) ? createHash('sha256').update(text).digest() : undefined
}

function checksumOf(random: string): string {
  let rest = crc32(random)
  let text = ''
  for (let i = 0; i < checksumLength; i++) {
    text = alphabet[rest % alphabet.length]! + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}
