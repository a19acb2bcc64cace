import { createHash } from 'node:crypto'

/** Returns the hash under which a supporter's name is hidden in public lists. Upper and lower case do not matter. */
export function hashName(name: string): string {
  return createHash('sha256').update(name.trim().toLowerCase()).digest('hex')
}
