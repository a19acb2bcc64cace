/**
 * Decides which networks an address counts for. With IPv6 one person has as many addresses as they like, and often many networks.
 */

/** A network for which attempts are counted. */
export interface Network {
  name: string
  /** How many times the limit of an IPv4 address the network may use: a /64 once, a /56 twice, a /48 four times. */
  times: number
}

/**
 * Returns the network of an address: an IPv4 address itself, or the /64 of an IPv6 address, because a household has at least a
 * /64.
 */
export function networkOf(address: string): string {
  const v4 = toV4(address)
  return v4 ?? toGroups(address).slice(0, 4).join(':')
}

/**
 * Returns all networks that an address counts for, the narrowest first. For IPv6 these are its /64, and the /56 and /48 around
 * it, which one customer of a provider may have (RFC 6177, RIPE-690).
 */
export function networksOf(address: string): Network[] {
  const narrow = { name: networkOf(address), times: 1 }
  if (toV4(address) !== undefined) return [narrow]
  const [a, b, c, d = '0'] = toGroups(address)
  const upperByte = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return [
    narrow,
    { name: `${a}:${b}:${c}:${upperByte}/56`, times: 2 },
    { name: `${a}:${b}:${c}/48`, times: 4 },
  ]
}

/** Returns an IPv4 address, also if it is mapped into IPv6, and anything else without a colon; undefined for IPv6. */
function toV4(address: string): string | undefined {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  return mapped ?? (address.includes(':') ? undefined : address)
}

/** Returns the eight groups of an IPv6 address. */
function toGroups(address: string): string[] {
  const [head = '', tail = ''] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(8 - front.length - back.length, 0)).fill('0')
  return [...front, ...zeros, ...back]
}
