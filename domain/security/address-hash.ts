import { createHmac } from 'node:crypto'
import { networksOf } from './network-key.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

/**
 * Hashes the network of an address, and the wider networks around it, for storage with an order: HMAC-SHA256 in hex under the
 * newest key. `formerAddressHashes` are those of the network under the other keys. The address cannot be recovered from the hashes.
 */
export function hashAddress(
  [newest, ...former]: SecretKeys,
  address: string,
): { addressHash: string; widerAddressHashes: string[]; formerAddressHashes: string[] } {
  const [network, ...wider] = networksOf(address).map(({ name }) => name)
  return {
    addressHash: hash(newest, network!),
    widerAddressHashes: wider.map((name) => hash(newest, name)),
    formerAddressHashes: former.map((key) => hash(key, network!)),
  }
}

function hash(key: Buffer, network: string): string {
  return createHmac('sha256', key).update(`order-address ${network}`).digest('hex')
}
