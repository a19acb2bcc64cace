/** Short addresses of goals, `/g/4k7m2x9qp`, for chats where every character counts. */

/** Crockford's base 32, without letters that look like digits (https://www.crockford.com/base32.html). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const characters = 9
const bitsOfCharacter = 5n
/** How many of an id's first 48 bits the code leaves out. All 48 are random in a UUID of version 4. */
const droppedBits = 3n

/** Returns the code of a goal: the first 45 bits of its id. Two of a million goals share one with a probability of 1.4 %. */
export function toGoalCode(goalId: string): string {
  let rest = BigInt(`0x${goalId.replaceAll('-', '').slice(0, 12)}`) >> droppedBits
  let code = ''
  for (let i = 0; i < characters; i++) {
    code = alphabet[Number(rest & 31n)]! + code
    rest >>= bitsOfCharacter
  }
  return code
}

/** Returns the smallest and the largest id with a code, so that an index finds the goal; undefined for anything but a code. */
export function toGoalIds(code: string): { from: string; to: string } | undefined {
  const digits = [...code.toLowerCase()].map((character) => alphabet.indexOf(character))
  if (digits.length !== characters || digits.includes(-1)) return undefined
  const bits = digits.reduce((sum, digit) => (sum << bitsOfCharacter) | BigInt(digit), 0n) << droppedBits
  const hexOf = (value: bigint) => value.toString(16).padStart(12, '0')
  const idOf = (start: string, rest: string) =>
    `${start.slice(0, 8)}-${start.slice(8)}-${rest.repeat(4)}-${rest.repeat(4)}-${rest.repeat(12)}`
  return { from: idOf(hexOf(bits), '0'), to: idOf(hexOf(bits | 7n), 'f') }
}

/** Returns a goal's short address on the site. */
export function shortGoalAddress(siteUrl: string, goalId: string): string {
  return `${siteUrl}/g/${toGoalCode(goalId)}`
}
