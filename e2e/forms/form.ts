/** What the table of forms says about a form and its fields. */
import type { Page } from 'playwright-core'

/** What a field takes. */
export type Sort =
  | 'money'
  | 'number'
  | 'name'
  | 'text'
  | 'address'
  | 'email'
  | 'password'
  | 'code'
  | 'date'
  | 'file'

export interface FormField {
  label: string | RegExp
  sort: Sort
  /** What the field takes; for a file, its name. */
  good: string
  /** The file below `web/src` that draws the field. */
  source: string
  /** The field with the same component and schema that is walked instead, as `form · label`; `none` if the walk reaches none. */
  like: string | undefined
}

export interface Form {
  name: string
  /** The demo account that uses the form; a visitor by default. */
  as?: string
  path: string
  /** The part of the page with the form. */
  within: string
  /** Steps from the opened page to the form. */
  reach?: (page: Page, password: string) => Promise<unknown>
  /** The button that sends the form, by default the form's own; null if nothing is sent, or leaving the field sends it. */
  send?: string | RegExp | null
  /** What the page says about the whole form when it was sent with good values. */
  answer?: string
  fields: FormField[]
}

/** Returns a field of the table. */
export function field(
  label: string | RegExp,
  sort: Sort,
  good: string,
  source: string,
  like?: string,
): FormField {
  return { label, sort, good, source, like }
}

/** Returns a step that clicks the first button of this name. */
export function click(name: string | RegExp) {
  return (page: Page) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click()
}

/** Returns a step that opens everything that is folded in a part of the page. */
export function unfold(within: string) {
  return async (page: Page) => {
    const folded = page.locator(`${within} details:not([open]) > summary`)
    await page.locator(within).waitFor()
    while ((await folded.count()) > 0) await folded.first().click()
  }
}

/** Returns what a field is called in the table. */
export function nameOf({ label }: FormField): string {
  return typeof label === 'string' ? label : label.source.replace(/[\^\\$]/g, '')
}
