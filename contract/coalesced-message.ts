/** The message that announces several tips together, when more messages are due than a chat accepts. */
import { namelessGoal } from './chat-message.ts'
import { shorten, shortenName, toSafeLine } from './chat-text.ts'
import { formatMoney } from './money.ts'
import type { Currency } from './money.ts'
import { isolate } from './text.ts'
import { anonymousName } from './tip.ts'

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
}

/** The maximum number of names in one message; nobody would read more. */
const maxNames = 10
const minNameLength = 12

/**
 * Formats `3 tips, £24 towards {goal}! Thank you {user}, {user} and {user}! {url}`. The result is one line of at most `limit`
 * UTF-16 units that does not start with a command. Names are dropped first, then the goal's title is shortened; the URL is never
 * cut. Without names it says only "Thank you".
 */
export function renderCoalescedMessage(values: CoalescedValues, limit: number): string {
  const users = [...new Set(values.users.map((user) => toSafeLine(user) || anonymousName))]
  const goal = values.goal === null ? null : toSafeLine(values.goal) || namelessGoal
  for (let shown = Math.min(users.length, maxNames); shown > 0; shown--) {
    const line = write(values, goal, thankSome(users, shown))
    if (line.length <= limit) return line
  }
  const first = users[0] === undefined ? [] : [shortenName(users[0], minNameLength), ...users.slice(1)]
  for (const thanks of first.length > 0 ? [thankSome(first, 1), 'Thank you'] : ['Thank you']) {
    const room = limit - write(values, goal === null ? null : '', thanks).length
    if (goal !== null && room > 0) return write(values, shorten(goal, room), thanks)
    if (goal === null && room >= 0) return write(values, null, thanks)
  }
  const sentence = write({ ...values, url: '' }, null, 'Thank you').trimEnd()
  return `${shorten(sentence, limit - values.url.length - 1)} ${values.url}`.trimStart()
}

function write({ tips, amountMinor, currency, url }: CoalescedValues, goal: string | null, thanks: string) {
  const towards = goal === null ? '' : ` towards ${goal}`
  return `${tips} tips, ${formatMoney(amountMinor, currency)}${towards}! ${thanks}! ${url}`
}

/** Returns a sentence that thanks the first `shown` supporters by name and gives the number of the others. */
function thankSome(users: readonly string[], shown: number): string {
  const others = users.length - shown
  const named = users.slice(0, shown).map(isolate)
  const last = others === 0 ? named.pop() : `${others} ${others === 1 ? 'other' : 'others'}`
  return `Thank you ${named.length === 0 ? last : `${named.join(', ')} and ${last}`}`
}
