/**
 * Checks what a field says to password managers, to autofill, and to the keyboard of a phone.
 *
 * - autocomplete: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill, for passwords
 *   https://www.chromium.org/developers/design-documents/form-styles-that-chromium-understands/. `webauthn` only belongs where a page
 *   waits for a passkey of the autofill menu; here a button asks for it.
 * - enterkeyhint: https://html.spec.whatwg.org/multipage/interaction.html#input-modalities:-the-enterkeyhint-attribute. A keyboard knows by
 *   itself that Enter sends a form; a search, and a field without a form, say what it does.
 */
import type { Locator } from 'playwright-core'
import type { FormField, Sort } from './form.ts'
import { nameOf } from './form.ts'

interface Said {
  tokens: string
  type: string
  inputMode: string
  enterKey: string
  /** How many fields of the form have the name of this one; 0 if it has none. */
  sameName: number
  isInForm: boolean
  isInSearch: boolean
  isMultiline: boolean
  hasUsername: boolean
}

/** What a field of each sort may say that it takes. */
const tokens: Record<Sort, readonly string[]> = {
  money: ['off'],
  number: ['off'],
  name: ['off', 'name', 'nickname'],
  text: ['off'],
  address: ['off', 'street-address'],
  email: ['email', 'username'],
  password: ['current-password', 'new-password'],
  code: ['off', 'one-time-code'],
  date: ['off'],
  file: ['', 'off'],
}
const keyboards: Partial<Record<Sort, readonly string[]>> = {
  money: ['numeric', 'decimal'],
  number: ['numeric', 'decimal'],
  email: ['email'],
}
const types: Partial<Record<Sort, readonly string[]>> = {
  email: ['email'],
  password: ['password'],
  date: ['date', 'datetime-local'],
}

/** Returns what is wrong with what a field says. */
export async function findAutofillFaults(box: Locator, field: FormField): Promise<string[]> {
  const said = await box.evaluate(read)
  const { sort } = field
  const faults: string[] = []
  const expectOneOf = (what: string, value: string, all: readonly string[] | undefined) => {
    if (all && !all.includes(value)) faults.push(`${what} is “${value}”`)
  }
  expectOneOf('autocomplete', said.tokens, nameOf(field) === 'Code' ? ['one-time-code'] : tokens[sort])
  expectOneOf('type', said.type, types[sort])
  expectOneOf('inputmode', said.inputMode, keyboards[sort])
  expectOneOf('enterkeyhint', said.enterKey, [hintFor(said)])
  if (said.sameName !== 1) faults.push(`${said.sameName} fields have its name`)
  if (sort === 'password' && !said.hasUsername) faults.push('no field of its form says whose password it is')
  return faults
}

function hintFor({ isInSearch, isInForm, isMultiline, type }: Said): string {
  if (isInSearch) return 'search'
  return isInForm || isMultiline || type.startsWith('date') ? '' : 'done'
}

function read(field: SVGElement | HTMLElement): Said {
  const input = field as HTMLInputElement | HTMLTextAreaElement
  const all = [...(input.form?.elements ?? [input])] as HTMLInputElement[]
  return {
    tokens: input.autocomplete,
    type: input.type,
    inputMode: input.inputMode,
    enterKey: input.enterKeyHint,
    sameName: input.name ? all.filter(({ name }) => name === input.name).length : 0,
    isInForm: input.form !== null,
    isInSearch: input.closest('search') !== null,
    isMultiline: input instanceof HTMLTextAreaElement,
    hasUsername: all.some(({ autocomplete }) => autocomplete === 'username'),
  }
}
