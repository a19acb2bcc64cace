/** The token in a receipt's link: the order's id, signed with a key of this installation. Tokens are not stored. */
import { createHmac } from 'node:crypto'
import { isSame } from '../../security/tokens.ts'

const idBytes = 16
const signatureBytes = 16

/**
 * Returns the token of an order's receipt, which never changes. The order's id alone would not be secret enough, because providers
 * show it to the creator.
 */
export function makeReceiptToken(key: Buffer, orderId: string): string {
  const id = Buffer.from(orderId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, sign(key, id)]).toString('base64url')
}

/** Reads the order's id from a token; undefined when the signature is not ours. */
export function openReceiptToken(key: Buffer, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes) return undefined
  const id = bytes.subarray(0, idBytes)
  if (!isSame(bytes.subarray(idBytes), sign(key, id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function sign(key: Buffer, id: Buffer): Buffer {
  return createHmac('sha256', key).update('receipt').update(id).digest().subarray(0, signatureBytes)
}
