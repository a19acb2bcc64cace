/** Sentences that are said in English, found again in another language. Without a schema, for small bundles. */
import type { Locale } from './locale.ts'
import { formatMoney, parseMoney } from './money-format.ts'

/** A message of the catalogue, whatever it is filled with. */
type Message = (values: never, options: { locale: Locale }) => string

interface Known {
  message: Message
  pattern: RegExp
  slots: string[]
}

/**
 * Makes a look-up by the English text: the same sentence in a language, with what was filled in, numbers and amounts written
 * anew. A sentence that is none of the messages stays as it is.
 */
export function lookUpIn(messages: readonly Message[]): (english: string, locale: Locale) => string {
  let known: Known[] | undefined
  return (english, locale) => {
    if (locale === 'en') return english
    known ??= messages.map(toKnown).toSorted((one, other) => one.slots.length - other.slots.length)
    for (const { message, pattern, slots } of known) {
      const found = pattern.exec(english)
      if (!found) continue
      const values = slots.map((slot, i) => [slot, rewrite(found[i + 1] ?? '', locale)])
      return message(Object.fromEntries(values) as never, { locale })
    }
    return english
  }
}

const mark = '\u0001'

/** Filled with the names of its slots, a message shows where they are. */
function toKnown(message: Message): Known {
  const names = new Proxy({}, { get: (_, slot) => mark + String(slot) + mark })
  const parts = message(names as never, { locale: 'en' }).split(mark)
  const pattern = parts.map((part, i) => (i % 2 ? '(.+)' : part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')))
  return {
    message,
    pattern: new RegExp(`^${pattern.join('')}$`),
    slots: parts.filter((_, i) => i % 2),
  }
}

function rewrite(value: string, locale: Locale): string {
  const money = parseMoney(value)
  if (money) return formatMoney(money.amountMinor, money.currency, locale)
  return /^\d[\d,]*$/.test(value) ? Number(value.replaceAll(',', '')).toLocaleString(locale) : value
}
