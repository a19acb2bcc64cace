import { createHmac } from 'node:crypto'
import { networkOf } from './network-key.ts'

/** A network address as orders keep it: HMAC-SHA256 of the network, in hex. Nobody reads the address back out of it. */
export function hashAddress(secret: Buffer, address: string): string {
  return createHmac('sha256', secret)
    .update(`order-address ${networkOf(address)}`)
    .digest('hex')
}
