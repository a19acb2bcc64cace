import { createHmac } from 'node:crypto'
import { networksOf } from './network-key.ts'

/**
 * Hashes the network of an address, and the wider networks around it, for storage with an order: HMAC-SHA256 in hex. The address
 * cannot be recovered from the hashes.
 */
export function hashAddress(
  secret: Buffer,
  address: string,
): { addressHash: string; widerAddressHashes: string[] } {
  const [addressHash, ...widerAddressHashes] = networksOf(address).map(({ name }) =>
    createHmac('sha256', secret).update(`order-address ${name}`).digest('hex'),
  )
  return { addressHash: addressHash!, widerAddressHashes }
}
