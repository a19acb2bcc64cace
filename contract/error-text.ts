/** Texts that say what went wrong, as keys of the catalogue `i18n/*.json` with their values. */
import type { Locale } from './locale.ts'
import type { Currency } from './money/currencies.ts'
import { formatMoney } from './money/money-format.ts'

/** An amount of money as a value of a text. */
export interface Money {
  amountMinor: number
  currency: Currency
}

/**
 * The texts of the contract's checks, with their values. Pages run these checks before they send a request, so they bundle the
 * texts.
 */
export interface CheckTexts {
  invalid: None
  invalid_amount: None
  invalid_amount_currency: { currency: string }
  invalid_amount_step: { below: Money; above: Money }
  invalid_amount_unsure: { below: Money; above: Money }
  invalid_code: None
  invalid_code_digits: None
  invalid_day: None
  invalid_email: None
  invalid_email_long: None
  invalid_empty: None
  invalid_goal_amount: None
  invalid_goal_title: None
  invalid_link: None
  invalid_link_site: { site: string }
  invalid_links: { count: number }
  invalid_name: None
  invalid_password: None
  invalid_tag: None
  invalid_tags: { count: number }
  invalid_template_braces: { open: string; close: string }
  invalid_template_command: None
  invalid_template_empty: None
  invalid_template_goal: { goal: string; url: string }
  invalid_template_long: { count: number }
  invalid_template_amount: None
  invalid_template_amounts: { count: number }
  invalid_template_message: { name: string }
  invalid_template_repeated: { name: string }
  invalid_template_variable: { name: string; names: string }
  invalid_terms: None
  invalid_testimonial_picture: None
  invalid_tip_large: None
  invalid_too_long: { count: number }
  invalid_too_short: { count: number }
  invalid_user_name: None
  invalid_user_name_reserved: None
  invalid_unprintable: None
  invalid_vat_id: None
  invalid_webhook: None
  invalid_word: None
}

/** The values of a text that has none. */
export type None = undefined

/** A text to show: its key in the catalogue, together with its values if it has any. */
export type Text<Texts> = {
  [K in keyof Texts & string]: Texts[K] extends None ? K : { key: K; values: Texts[K] }
}[keyof Texts & string]
export type CheckText = Text<CheckTexts>

type Filled<V> = { [K in keyof V]: V[K] extends Money ? string : V[K] }

/** Compiled messages by key. The type ensures that no key is missing and that each message accepts the values of its text. */
export type Messages<Texts> = {
  readonly [K in keyof Texts]: (
    values: Texts[K] extends None ? object : Filled<Texts[K]>,
    options: { locale: Locale },
  ) => string
}

interface Unpacked<Texts> {
  key: keyof Texts
  values?: Record<string, string | number | Money>
}

/** Returns a text in a language. Amounts of money are formatted for that language. */
export function textIn<Texts>(messages: Messages<Texts>, text: Text<Texts>, locale: Locale): string {
  // The type `Text` ensures that the values belong to the key.
  const { key, values = {} } = (typeof text === 'string' ? { key: text } : text) as Unpacked<Texts>
  const filled = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? formatMoney(value.amountMinor, value.currency, locale) : value,
  ])
  return messages[key](Object.fromEntries(filled), { locale })
}
