/** The token in a receipt's link: the order's id, signed with the newest key. Tokens are not stored. */
import { createHmac } from 'node:crypto'
import { isSame } from '../../security/tokens.ts'
import type { SecretKeys } from '../../config/secret-keys.ts'

const idBytes = 16
const signatureBytes = 16

/**
 * Returns the token of an order's receipt, which is valid for ever (`read-receipt.ts`). The order's id alone would not be secret enough, because providers
 * show it to the creator.
 */
export function makeReceiptToken(keys: SecretKeys, orderId: string): string {
  const id = Buffer.from(orderId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, sign(keys[0], id)]).toString('base64url')
}

/** Reads the order's id from a token; undefined when none of the keys signed it. */
export function openReceiptToken(keys: readonly Buffer[], token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes) return undefined
  const id = bytes.subarray(0, idBytes)
  if (!keys.some((key) => isSame(bytes.subarray(idBytes), sign(key, id)))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function sign(key: Buffer, id: Buffer): Buffer {
  return createHmac('sha256', key).update('receipt').update(id).digest().subarray(0, signatureBytes)
}
