/** Decrypts push messages as a browser does (RFC 8291 and RFC 8188), with node:crypto. */
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

export interface BrowserKeys {
  /** The private key of the subscription, base64url. */
  privateKey: string
  /** The public key of the subscription, an uncompressed point. */
  p256dh: string
  auth: string
}

const saltBytes = 16
const headBytes = saltBytes + 4 + 1
const tagBytes = 16
const lastRecord = 2

/** Decrypts a message of one record. Throws when it is damaged or encrypted for another browser. */
export function decryptPush(body: Buffer, { privateKey, p256dh, auth }: BrowserKeys): string {
  const salt = body.subarray(0, saltBytes)
  const keyEnd = headBytes + body.readUInt8(headBytes - 1)
  const senderKey = body.subarray(headBytes, keyEnd)
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), senderKey])
  const shared = derive(ecdh.computeSecret(senderKey), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  return unpad(open(body.subarray(keyEnd), key, nonce))
}

function open(record: Buffer, key: Buffer, nonce: Buffer): Buffer {
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(record.subarray(-tagBytes))
  return Buffer.concat([decipher.update(record.subarray(0, -tagBytes)), decipher.final()])
}

/** Removes the padding: a 2, which marks the last record, and any number of zeros. */
function unpad(padded: Buffer): string {
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== lastRecord) throw new Error('The record has no delimiter.')
  return padded.subarray(0, end).toString('utf8')
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
