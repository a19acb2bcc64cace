/**
 * Decides which networks an attempt counts for, by its IP address. With IPv6 a person can use any number of addresses, and often
 * many networks.
 */

/** A network whose attempts are counted. */
export interface Network {
  name: string
  /** The network may use this many times the limit of an IPv4 address: a /64 once, a /56 twice, a /48 four times. */
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
 * Returns all networks that an address counts for, the narrowest first. For IPv6 these are the address's /64 and the /56 and /48
 * around it, which one customer of an internet provider may have (RFC 6177, RIPE-690).
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

/**
 * Returns an IPv4 address, also from an IPv4-mapped IPv6 address; undefined for other IPv6 addresses. Any other text without a colon is returned
 * unchanged.
 */
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
