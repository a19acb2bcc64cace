/**
 * Stores data about a card payment in this tab while the provider's page is open: where to return and the supporter's choices,
 * without message and amount.
 */
import * as z from 'zod/mini'
import type { TipOrder } from './tip-draft.ts'

const key = 'brimful.checkout'

const checkout = z.object({
  sessionId: z.string(),
  /** The address of the page with the tip box. */
  path: z.string().check(z.regex(/^\/(?!\/)/)),
  name: z.string(),
  isPrivate: z.boolean(),
  isAnonymous: z.boolean(),
})
type SavedCheckout = z.output<typeof checkout>

interface NewCheckout {
  sessionId: string
  path: string
  order: TipOrder
}

/** Stores the checkout in this tab. */
export function saveCheckout({
  sessionId,
  path,
  order: { name, isPrivate, isAnonymous },
}: NewCheckout): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ sessionId, path, name, isPrivate, isAnonymous }))
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
