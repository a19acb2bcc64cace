/** The message that announces several tips together, when more messages are due than a chat accepts. */
import { namelessGoal } from './chat-message.ts'
import type { Escape } from './chat-message.ts'
import { hasGlyph, shorten, shortenName, toSafeLine } from './chat-text.ts'
import { formatMoney } from '../money/money.ts'
import type { Currency } from '../money/money.ts'
import { isolate } from '../text.ts'
import { anonymousName } from '../payments/tip.ts'

export interface CoalescedValues {
  /** How many tips the message announces. */
  tips: number
  /** The sum of all the tips. */
  amountMinor: number
  currency: Currency
  /** The title of the tips' goal; null for general tips. */
  goal: string | null
  /** The supporters' names in the order in which they are thanked; a repeated name is thanked once. */
  users: readonly string[]
  /** The URL of the goal's page, or for general tips of the creator's page. */
  url: string
  /** A shorter URL of the same page, used where the message would otherwise be too long. */
  shortUrl?: string | undefined
}

/** The maximum number of names in one message; nobody would read more. */
const maxNames = 10
const minNameLength = 12

/**
 * Formats `3 tips, £24 towards {goal}! Thank you {user}, {user} and {user}! {url}`. The result is one line of at most `limit`
 * UTF-16 units that does not start with a command. If it would be longer, it has the shorter URL; then names are dropped, then the goal's title is shortened; the URL is never
 * cut. Without names it says only "Thank you".
 */
export function renderCoalescedMessage(
  values: CoalescedValues,
  limit: number,
  escape: Escape = (text) => text,
): string {
  const users = [
    ...new Set(values.users.map((user) => (hasGlyph(toSafeLine(user)) ? toSafeLine(user) : anonymousName))),
  ]
  const goal =
    values.goal === null ? null : hasGlyph(toSafeLine(values.goal)) ? toSafeLine(values.goal) : namelessGoal
  for (let shown = Math.min(users.length, maxNames); shown > 0; shown--) {
    const line = write(values, goal, thankSome(users, shown, escape), escape)
    if (line.length <= limit) return line
    const { shortUrl, ...others } = values
    if (shortUrl && shortUrl.length < values.url.length)
      return renderCoalescedMessage({ ...others, url: shortUrl }, limit, escape)
  }
  const first = users[0] === undefined ? [] : [shortenName(users[0], minNameLength), ...users.slice(1)]
  for (const thanks of first.length > 0 ? [thankSome(first, 1, escape), 'Thank you'] : ['Thank you']) {
    const room = limit - write(values, goal === null ? null : '', thanks, escape).length
    if (goal !== null && room > 0) return write(values, shortenEscaped(goal, room, escape), thanks, escape)
    if (goal === null && room >= 0) return write(values, null, thanks, escape)
  }
  const sentence = write({ ...values, url: '' }, null, 'Thank you', escape).trimEnd()
  return `${shorten(sentence, limit - values.url.length - 1)} ${values.url}`.trimStart()
}

function write(
  { tips, amountMinor, currency, url }: CoalescedValues,
  goal: string | null,
  thanks: string,
  escape: Escape,
) {
  const towards = goal === null ? '' : ` towards ${escape(goal)}`
  return `${tips} tips, ${formatMoney(amountMinor, currency)}${towards}! ${thanks}! ${url}`
}

/** Shortens a text to at most `max` UTF-16 units when escaped. Escaping at most doubles a text. */
function shortenEscaped(text: string, max: number, escape: Escape): string {
  const short = shorten(text, max)
  return escape(short).length <= max ? short : shorten(text, Math.floor(max / 2))
}

/** Returns a sentence that thanks the first `shown` supporters by name and gives the number of the others. */
function thankSome(users: readonly string[], shown: number, escape: Escape): string {
  const others = users.length - shown
  const named = users.slice(0, shown).map((user) => escape(isolate(user)))
  const last = others === 0 ? named.pop() : `${others} ${others === 1 ? 'other' : 'others'}`
  return `Thank you ${named.length === 0 ? last : `${named.join(', ')} and ${last}`}`
}
