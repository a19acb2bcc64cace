/** Draws the preview picture of a link to a creator or goal, in a process of its own. */
import { formatMoney } from '../../contract/money/money-format.ts'
import { m } from '../../i18n/compiled/messages.js'
import { openTaskProcesses } from '../tasks/task-process.ts'
import type { CardWords } from './card-layout.ts'
import type { Subject } from './find-subject.ts'

export interface Cards {
  /**
   * Returns the picture as a PNG. A picture with the same texts is drawn once and cached. `takeDrawing` is called before drawing;
   * if it throws, nothing is drawn. Throws AppError `unavailable` when too many pictures are being drawn.
   */
  draw(subject: Subject, network: string, takeDrawing: () => Promise<void>): Promise<Buffer>
  close(): void
}

/**
 * Limits of drawing pictures. A picture takes about half a second of CPU time, but its process has a low priority, so that on a busy
 * machine it may take most of a minute.
 */
export const cardRules = { atOnce: 1, max: 24, maxPerNetwork: 6, waitMs: 15_000, runMs: 60_000 }
/**
 * The maximum number of cached pictures. The cache exists because many people at once request the picture of a link in a busy chat.
 */
const maxCached = 100

/** Opens the drawing processes and the cache of pictures. */
export function openCards(rules = cardRules): Cards {
  const processes = openTaskProcesses<CardWords, Buffer>('pages/card-program', rules)
  const cache = new Map<string, Promise<Buffer>>()
  return {
    async draw(subject, network, takeDrawing) {
      const words = wordsOf(subject)
      const key = JSON.stringify(words)
      if (!cache.has(key)) await takeDrawing()
      const known = cache.get(key)
      if (known) return known
      const drawing = processes.run(network, async () => words)
      cache.set(key, drawing)
      if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? key)
      drawing.catch(() => cache.delete(key))
      return drawing
    },
    close: processes.close,
  }
}

function wordsOf({ creator: { userName, displayName, locale }, goal }: Subject): CardWords {
  const to = { locale }
  const name = drawable(displayName) ?? `@${userName}`
  if (!goal) return { title: name, line: m.share_picture_creator({}, to), name: `@${userName}`, level: 0.86 }
  const { title, amountMinor, amountReceivedMinor, currency } = goal
  const received = formatMoney(amountReceivedMinor, currency, locale)
  const amount = formatMoney(amountMinor, currency, locale)
  return {
    title: drawable(title) ?? m.share_picture_goal({}, to),
    line: m.share_goal_text({ received, amount }, to),
    name,
    level: amountReceivedMinor / amountMinor,
  }
}

/** Returns a text without the emoji that the packaged fonts lack; undefined when the fonts lack one of its letters. */
function drawable(text: string): string | undefined {
  const plain = text.replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{200D}|\u{FE0F}/gu, '').trim()
  return /^[\u0020-\u024F\u1E00-\u1EFF\u2010-\u2027\u20A0-\u20BF]+$/.test(plain) ? plain : undefined
}
