/** Censors the name and message of a tip according to its creator's settings, before other people see them. */
import { hasGlyph } from '../../contract/chat/chat-text.ts'
import type { CensorAction } from '../../contract/moderation/censor-calls.ts'
import type { PublicTip } from '../../contract/payments/tip.ts'
import { anonymousName, isAnonymousName, tipTextLimits } from '../../contract/payments/tip.ts'
import type { WordSettings } from '../../db/queries/moderation/word-settings.ts'
import { claimsAuthority } from './authority.ts'
import { inspectText } from './censor.ts'
import type { Inspected } from './censor.ts'

/** Returns the public form of a tip with its words censored. */
export function censorTip<T extends Pick<PublicTip, 'name' | 'message'>>(tip: T, settings: WordSettings): T {
  return { ...tip, name: censorName(tip.name, settings), message: censorMessage(tip.message, settings) }
}

/**
 * Returns a name without links and listed words. A name becomes "Anonymous" if the censor leaves it out or it shows nothing; a name
 * that claims authority is put into quotes.
 */
export function censorName(name: string, { blockedWords, ownNames, action }: WordSettings): string {
  if (isAnonymousName(name)) return name
  const inspected = inspectText(name, blockedWords)
  const masked = shorten(inspected.masked.replace(/\s+/g, ' ').trim())
  if (isLeftOut(inspected, action) || !hasGlyph(masked)) return anonymousName
  return claimsAuthority(masked, ownNames) ? `“${masked.replace(/[“”„‟"]/g, '')}”` : masked
}

/** Returns a message without links and listed words; null if the censor leaves it out or it shows nothing. */
export function censorMessage(
  message: string | null,
  { blockedWords, action }: Pick<WordSettings, 'blockedWords' | 'action'>,
): string | null {
  if (message === null || !hasGlyph(message)) return null
  const inspected = inspectText(message, blockedWords)
  return isLeftOut(inspected, action) || !hasGlyph(inspected.masked) ? null : inspected.masked
}

/**
 * Returns whether a new tip is held for its creator's review because of its words. Private messages and anonymous names do not
 * count, because nobody else would read them. When the tip is released, its words are shown masked.
 */
export function isForReview(
  { name, message }: Pick<PublicTip, 'name' | 'message'>,
  settings: WordSettings,
): boolean {
  if (settings.action !== 'hold') return false
  const texts = [isAnonymousName(name) ? '' : name, message ?? '']
  return texts.some((text) => inspectText(text, settings.blockedWords).level !== undefined)
}

/**
 * Returns whether the whole text is left out: always if it contains slurs, and with the setting `leave-out` if the censor found
 * anything.
 */
export function isLeftOut({ level }: Pick<Inspected, 'level'>, action: CensorAction): boolean {
  return level === 'severe' || (action === 'leave-out' && level !== undefined)
}

/** Shortens a name to the maximum length of names, because `[link]` can be longer than the link that it masks. */
function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= tipTextLimits.name) return name
  return `${characters
    .slice(0, tipTextLimits.name - 1)
    .join('')
    .trimEnd()}…`
}
