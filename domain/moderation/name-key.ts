import { isAnonymousName } from '../../contract/tip.ts'

/** A guest's name as it is compared: without case, look-alike forms and doubled spaces. Null when it says nobody. */
export function toNameKey(name: string): string | null {
  const key = name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return key === '' || isAnonymousName(key) ? null : key
}
