/** How much of what a stranger sends is read. Nothing beyond these limits reaches a parser, or a schema. */

/** The largest input of a call, an event or a form. */
export interface InputLimits {
  /** The bytes that are read before they are parsed. */
  bytes: number
  /** How many objects and arrays may be inside each other. */
  depth: number
  /** How many values it may have: the whole, each object, array and leaf. */
  values: number
}

/** The limits of a call that declares no others: more than its fields can have. */
export const standardLimits: InputLimits = { bytes: 10_000, depth: 6, values: 300 }

/** The limits of a message from a page to `/alerts`, `/live` or the feed of tools. `bytes` also bounds what a page sends at once. */
export const messageLimits: InputLimits = { bytes: 4_000, depth: 2, values: 20 }

/** Returns whether a parsed value has at most so many levels and values. It stops at the first one too many. */
export function isWithin(value: unknown, { depth, values }: Pick<InputLimits, 'depth' | 'values'>): boolean {
  let left = values
  function walk(inner: unknown, levels: number): boolean {
    left -= 1
    if (left < 0) return false
    if (typeof inner !== 'object' || inner === null || ArrayBuffer.isView(inner)) return true
    return levels > 0 && Object.values(inner).every((one) => walk(one, levels - 1))
  }
  return walk(value, depth)
}
