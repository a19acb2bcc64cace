/** The line that stands for several tips, where more is owed than a chat may be told. */
import { namelessGoal } from './chat-message.ts'
import { shorten, toWords } from './chat-text.ts'
import { formatMoney } from './money.ts'
import type { PayoutCurrency } from './money.ts'
import { anonymousName } from './tip.ts'

export interface CoalescedValues {
  /** How many tips the line stands for. */
  tips: number
  /** Of all of them together. */
  amountMinor: number
  currency: PayoutCurrency
  /** The goal that all of them go toward; null when they go toward none. */
  goal: string | null
  /** Who gave, in the order in which they are thanked; a name that is there twice is thanked once. */
  users: readonly string[]
  /** The goal's page, or for general tips the creator's. */
  url: string
}

/** More names than that nobody reads. */
const mostNames = 10
const shortestName = 12

/**
 * `3 tips, £24 towards {goal}! Thank you {user}, {user} and {user}! {url}`: one line, no leading command, never over the limit,
 * the address whole. Names give way first, then the goal's title; without any name everybody is thanked.
 */
export function renderCoalescedMessage(values: CoalescedValues, limit: number): string {
  const users = [...new Set(values.users.map((user) => toWords(user) || anonymousName))]
  const goal = values.goal === null ? null : toWords(values.goal) || namelessGoal
  for (let shown = Math.min(users.length, mostNames); shown > 0; shown--) {
    const line = write(values, goal, thankSome(users, shown))
    if (line.length <= limit) return line
  }
  const first = users[0] === undefined ? [] : [shorten(users[0], shortestName), ...users.slice(1)]
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

/** Thanks the first so many by name and says how many others there are. */
function thankSome(users: readonly string[], shown: number): string {
  const others = users.length - shown
  const named = users.slice(0, shown)
  const last = others === 0 ? named.pop() : `${others} ${others === 1 ? 'other' : 'others'}`
  return `Thank you ${named.length === 0 ? last : `${named.join(', ')} and ${last}`}`
}
