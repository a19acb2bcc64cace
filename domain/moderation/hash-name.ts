import { createHash } from 'node:crypto'

/** Returns the hash that hides a supporter's name in public lists. Upper and lower case do not matter. */
export function hashName(name: string): string {
  return createHash('sha256').update(name.trim().toLowerCase()).digest('hex')
}
