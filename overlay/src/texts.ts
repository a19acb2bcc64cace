/**
 * The overlay pages' texts with values, in the creator's language; texts without values are in the HTML. They are not in the
 * message catalogue, because its runtime code would take 2.4 KB of the 16 KB that an overlay may load.
 */
import type { Locale } from '../../contract/locale.ts'

const english = {
  tip: '{name} tipped {amount}',
  towards: 'towards {goal}. Thank you!',
  thanks: 'Thank you!',
  funded: '{goal} was just fully funded!',
  filled: '{name} filled it to the brim. Thank you!',
  missed: 'While we were offline: {amount}',
  from: '{name}. Thank you!',
  quotes: '“”',
}
const german: typeof english = {
  tip: '{name} hat {amount} gegeben',
  towards: 'für {goal}. Danke!',
  thanks: 'Danke!',
  funded: '{goal} wurde gerade erreicht!',
  filled: '{name} hat es randvoll gemacht. Danke!',
  missed: 'Während wir offline waren: {amount}',
  from: '{name}. Danke!',
  quotes: '„“',
}

/** Returns the texts in a language, by default English. */
export const textsFor = (locale: Locale | undefined) => (locale === 'de' ? german : english)
export const messageText = '{message}'
export const percent = (percent: number) => `${percent}\u00a0%`
export const sum = (received: string, amount: string) => `${received} / ${amount}`
export const over = (amounts: string, percent: number) => `${amounts} · ${percent} %`
