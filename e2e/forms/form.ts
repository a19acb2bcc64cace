/** What the table of forms says about a form and its fields. */
import type { Page } from 'playwright-core'
import type { ProductFixture } from '../product-fixture.ts'

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
  /** Returns what the field takes from this product, if that is not `good`. */
  goodHere?: (product: ProductFixture) => string
  /** The file below `web/src` that draws the field. */
  source: string
  /** The field with the same component and schema that is walked instead, as `form · label`. */
  like: string | undefined
}

export type Form = WalkedForm | ListedForm

/** A form that the test fills in on its page. */
export interface WalkedForm {
  name: string
  /** The account that uses the form, of the demo or of `prepareAccounts`; a visitor by default. */
  as?: string
  path: string
  /** The part of the page with the form. */
  within: string
  /** Steps from the opened page to the form. */
  reach?: (page: Page, product: ProductFixture) => Promise<unknown>
  /** The request without a change that sends the form, by the end of its path. */
  asks?: string
  /** The button that sends the form, by default the form's own; null without one. */
  send?: string | RegExp | null
  /** Whether leaving a field sends it. */
  isSentByLeaving?: boolean
  /** What the page says when it was sent with good values, if it refuses them. */
  answer?: string
  fields: FormField[]
}

/** A form that no test fills in on its page. */
export interface ListedForm {
  name: string
  /** Why not, for the fields that are not like others. */
  notWalked?: string
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

/** Returns what a field is called in the table. */
export function nameOf({ label }: FormField): string {
  return typeof label === 'string' ? label : label.source.replace(/[\^\\$]/g, '')
}
