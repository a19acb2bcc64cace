/**
 * The overlay pages' texts with values, in the creator's language; texts without values are in the HTML. They are not in the
 * message catalogue, because its runtime code would take 2.4 KB of the 16 KB that an overlay may load.
 */
import type { Locale } from '../../contract/locale.ts'

export const sum = (received: string, amount: string) => `${received} / ${amount}`
export const over = (amounts: string, percent: number) => `${amounts} · ${percent} %`
/** What subscriptions and bits count toward a goal is named apart from the money. */
export const counted = (amounts: string, amount: string, locale: Locale = 'en') =>
  `${amounts} · ${amount} ${{ en: 'by subs', de: 'durch Abos' }[locale]}`
