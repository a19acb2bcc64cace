/** What this tab knows of the card payment that it left for: where it was, and what the fan chose. No message, no amount. */
import * as z from 'zod/mini'
import type { TipOrder } from './tip-order.ts'

const key = 'brimful.checkout'

const checkout = z.object({
  sessionId: z.string(),
  /** The page with the tip box. */
  path: z.string().check(z.regex(/^\/(?!\/)/)),
  name: z.string(),
  isPrivate: z.boolean(),
  isAnonymous: z.boolean(),
})
export type SavedCheckout = z.output<typeof checkout>

interface NewCheckout {
  sessionId: string
  path: string
  order: TipOrder
}

/** Keeps it while the tab is away. */
export function saveCheckout({
  sessionId,
  path,
  order: { name, isPrivate, isAnonymous },
}: NewCheckout): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ sessionId, path, name, isPrivate, isAnonymous }))
  } catch (error) {
    console.error(error) // a full or forbidden storage costs the way back, never the tip
  }
}

/** What was kept last; undefined in another tab, or when it cannot be read. */
export function loadCheckout(): SavedCheckout | undefined {
  try {
    return checkout.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data
  } catch {
    return undefined
  }
}
