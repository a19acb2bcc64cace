/**
 * Returns the network that counts for an address: an IPv4 address itself, the /64 of an IPv6 address, because a household has a
 * /64.
 */
export function networkOf(address: string): string {
  const v4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (v4) return v4
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(8 - front.length - back.length, 0)).fill('0')
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
