/**
 * The few words that the overlay pages put together, in the creator's language, which the server says; what never changes
 * stands in the pages. The message catalogue's run-time costs 2.4 KB of the 16 KB that an overlay may weigh.
 */
import type { Locale } from '../../contract/locale.ts'

const english = {
  tip: '{name} tipped {amount}',
  towards: 'towards {goal}. Thank you!',
  thanks: 'Thank you!',
  funded: '{goal} was just fully funded!',
  filled: '{name} filled it to the brim. Thank you!',
  quotes: '“”',
}
const german: typeof english = {
  tip: '{name} hat {amount} gegeben',
  towards: 'für {goal}. Danke!',
  thanks: 'Danke!',
  funded: '{goal} wurde gerade vollständig gefüllt!',
  filled: '{name} hat es bis zum Rand gefüllt. Danke!',
  quotes: '„“',
}

/** The words in a language. */
export const textsIn = (locale: Locale | undefined) => (locale === 'de' ? german : english)
export const message = '{message}'
export const percent = (percent: number) => `${percent}\u00a0%`
export const sum = (received: string, amount: string) => `${received} / ${amount}`
export const over = (amounts: string, percent: number) => `${amounts} · ${percent} %`
