import { currency } from '../../../../contract/money/money.ts'
import type { Currency } from '../../../../contract/money/money.ts'
import { isAnonymousName } from '../../../../contract/payments/tip.ts'

/** The supporter's choices of the last captured payment, stored under the specification's keys. */
interface TipChoices {
  name: string
  isPrivate: boolean
  isAnonymous: boolean
}

const keys = {
  name: 'paymentUserName',
  isPrivate: 'paymentIsPrivateMessage',
  isAnonymous: 'paymentSendAsAnonymous',
} as const

/** Stores the choices after a payment was captured. */
export function saveTipChoices({ name, isPrivate, isAnonymous }: TipChoices): void {
  try {
    localStorage.setItem(keys.name, name)
    localStorage.setItem(keys.isPrivate, String(isPrivate))
    localStorage.setItem(keys.isAnonymous, String(isAnonymous))
  } catch (error) {
    console.error(error) // a full or blocked storage must not stop the payment
  }
}

/** Returns the stored choices, or empty ones when there are none. The name is empty after an anonymous tip. */
export function loadTipChoices(): TipChoices {
  try {
    const name = localStorage.getItem(keys.name) ?? ''
    return {
      name: isAnonymousName(name) ? '' : name,
      isPrivate: localStorage.getItem(keys.isPrivate) === 'true',
      isAnonymous: localStorage.getItem(keys.isAnonymous) === 'true',
    }
  } catch {
    return { name: '', isPrivate: false, isAnonymous: false }
  }
}

const currencyKey = 'brimful.tipCurrency'

/** Deletes the stored choices and the currency, so that the next person at this browser does not find them. */
export function clearTipChoices(): void {
  try {
    for (const key of [...Object.values(keys), currencyKey]) localStorage.removeItem(key)
  } catch (error) {
    console.error(error)
  }
}

/** Stores the currency of a paid tip. The next tip begins with it. */
export function saveTipCurrency(chosen: Currency): void {
  try {
    localStorage.setItem(currencyKey, chosen)
  } catch (error) {
    console.error(error) // a full or blocked storage must not stop the payment
  }
}

/** Returns the currency of the last paid tip; undefined when there is none. */
export function loadTipCurrency(): Currency | undefined {
  try {
    return currency.safeParse(localStorage.getItem(currencyKey)).data
  } catch {
    return undefined
  }
}
