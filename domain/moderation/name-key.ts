import { isAnonymousName } from '../../contract/payments/tip.ts'

/**
 * Normalises a guest's name for comparison: case, look-alike letters and repeated spaces do not matter. Returns null when the name
 * is empty or anonymous.
 */
export function toNameKey(name: string): string | null {
  const key = name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return key === '' || isAnonymousName(key) ? null : key
}
