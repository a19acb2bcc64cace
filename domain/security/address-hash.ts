import { createHmac } from 'node:crypto'
import { networkOf } from './network-key.ts'

/** Hashes the network of an address for storage with an order: HMAC-SHA256 in hex. The address cannot be recovered from it. */
export function hashAddress(secret: Buffer, address: string): string {
  return createHmac('sha256', secret)
    .update(`order-address ${networkOf(address)}`)
    .digest('hex')
}
