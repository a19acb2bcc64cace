/**
 * Stores a payment in this tab while the provider's page is open: where to return, and the tip, so that a supporter who comes
 * back without paying finds it as it was. It is deleted when the tip is paid, and when the user logs out.
 */
import * as z from 'zod/mini'
import { currency } from '../../../../contract/money/money.ts'

const key = 'brimful.checkout'
const checkout = z.object({
  /** The provider's id of the payment. */
  sessionId: z.string(),
  /** The address of the page with the tip box. */
  path: z.string().check(z.regex(/^\/(?!\/)/)),
  order: z.object({
    /** The same again when the tip is paid in another way, so that it is charged once. */
    checkoutId: z.optional(z.uuid()),
    goalId: z.nullable(z.string()),
    amountMinor: z.int(),
    currency,
    name: z.string(),
    message: z.string(),
    isPrivate: z.boolean(),
    isAnonymous: z.boolean(),
    coversFee: z.boolean(),
  }),
})
type SavedCheckout = z.output<typeof checkout>

/** Stores the checkout in this tab. */
export function saveCheckout({ sessionId, path, order }: SavedCheckout): void {
  const { checkoutId, goalId, amountMinor, currency, name, message, isPrivate, isAnonymous, coversFee } =
    order
  const tip = { goalId, amountMinor, currency, name, message, isPrivate, isAnonymous, coversFee }
  const saved = { checkoutId, ...tip }
  try {
    sessionStorage.setItem(key, JSON.stringify({ sessionId, path, order: saved }))
  } catch (error) {
    console.error(error) // a full or blocked storage must not stop the payment
  }
}

/** Returns the stored checkout; undefined in another tab, or when it cannot be read. */
export function loadCheckout(): SavedCheckout | undefined {
  try {
    return checkout.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data
  } catch {
    return undefined
  }
}

/** Returns the tip that was not paid from the tip box of this page; undefined when there is none. */
export function loadUnpaidTip(): SavedCheckout['order'] | undefined {
  const saved = loadCheckout()
  return saved?.path === window.location.pathname ? saved.order : undefined
}

/** Deletes the stored checkout. */
export function clearCheckout(): void {
  try {
    sessionStorage.removeItem(key)
  } catch (error) {
    console.error(error)
  }
}
