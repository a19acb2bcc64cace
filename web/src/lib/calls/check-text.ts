/** Translates the texts of the contract's checks into the page's language. The server responds with the same texts. */
import type { $ZodIssue } from 'zod/v4/core'
import { toCheckText } from '../../../../contract/check-error.ts'
import { textIn } from '../../../../contract/error-text.ts'
import type { CheckText, CheckTexts, Messages } from '../../../../contract/error-text.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { getLocale } from '../../../../i18n/compiled/runtime.js'

/** Listed one by one, so that the bundle contains no other messages. */
const messages: Messages<CheckTexts> = {
  invalid: m.invalid,
  invalid_amount: m.invalid_amount,
  invalid_amount_currency: m.invalid_amount_currency,
  invalid_amount_step: m.invalid_amount_step,
  invalid_amount_unsure: m.invalid_amount_unsure,
  invalid_code: m.invalid_code,
  invalid_code_digits: m.invalid_code_digits,
  invalid_day: m.invalid_day,
  invalid_email: m.invalid_email,
  invalid_email_long: m.invalid_email_long,
  invalid_empty: m.invalid_empty,
  invalid_goal_amount: m.invalid_goal_amount,
  invalid_goal_title: m.invalid_goal_title,
  invalid_link: m.invalid_link,
  invalid_link_site: m.invalid_link_site,
  invalid_links: m.invalid_links,
  invalid_name: m.invalid_name,
  invalid_password: m.invalid_password,
  invalid_tag: m.invalid_tag,
  invalid_tags: m.invalid_tags,
  invalid_template_amount: m.invalid_template_amount,
  invalid_template_amounts: m.invalid_template_amounts,
  invalid_template_braces: m.invalid_template_braces,
  invalid_template_command: m.invalid_template_command,
  invalid_template_empty: m.invalid_template_empty,
  invalid_template_goal: m.invalid_template_goal,
  invalid_template_long: m.invalid_template_long,
  invalid_template_message: m.invalid_template_message,
  invalid_template_repeated: m.invalid_template_repeated,
  invalid_template_variable: m.invalid_template_variable,
  invalid_terms: m.invalid_terms,
  invalid_testimonial_picture: m.invalid_testimonial_picture,
  invalid_tip_large: m.invalid_tip_large,
  invalid_too_long: m.invalid_too_long,
  invalid_too_short: m.invalid_too_short,
  invalid_user_name: m.invalid_user_name,
  invalid_user_name_reserved: m.invalid_user_name_reserved,
  invalid_unprintable: m.invalid_unprintable,
  invalid_vat_id: m.invalid_vat_id,
  invalid_webhook: m.invalid_webhook,
  invalid_word: m.invalid_word,
}

/** Returns a text in the language of the page. */
export function showText(text: CheckText): string {
  return textIn(messages, text, getLocale())
}

/**
 * Returns the text of an issue that a schema of the contract found, in the page's language. Issues of a page's own schema already
 * contain their text.
 */
export function showIssue(issue: $ZodIssue): string {
  return issue.message in messages ? showText(toCheckText(issue)) : issue.message
}
