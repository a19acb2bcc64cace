/** Makes a tip's message safe for a bot to write in a creator's chat. */
import { hasGlyph, toOneLine } from '../../contract/chat/chat-text.ts'
import { limitMarks } from '../../contract/combining-marks.ts'
import type { WordSettings } from '../../db/queries/moderation/word-settings.ts'
import { censorMessage } from './censor-tip.ts'

/**
 * Returns a message as one line in quotes, so that nobody takes it for the bot's own words. It is censored as the alert's message
 * is, calls nobody with an @, and is empty when the censor leaves it out or nothing printable remains. A platform's formatting is
 * escaped when the chat message is complete.
 */
export function toSafeMessage(
  message: string | null,
  settings: Pick<WordSettings, 'blockedWords' | 'action'>,
): string {
  const line = limitMarks(toOneLine(censorMessage(message, settings) ?? ''))
    .replace(/[“”„‟"]/g, "'")
    .replace(/@+(?=\S)/g, '')
  return hasGlyph(line) ? `“${line}”` : ''
}
