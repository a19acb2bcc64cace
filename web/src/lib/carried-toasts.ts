/** Takes toasts along where a page is loaded as a document of its own: in the state of its history entry, beside the router's. */
import { useStore } from './store.ts'
import type { ToastEntry } from './store-state.ts'
import { toast } from './toast.ts'

type Carried = Pick<ToastEntry, 'type' | 'message'>

/** Stores the texts of the toasts that are visible. */
export function carryToasts(): void {
  const toasts = useStore.getState().toast.entries.map(({ type, message }): Carried => ({ type, message }))
  if (toasts.length > 0) window.history.replaceState({ ...window.history.state, toasts }, '')
}

/** Shows the stored toasts, once. */
export function showCarriedToasts(): void {
  const { toasts, ...state } = window.history.state as { toasts: Carried[] }
  window.history.replaceState(state, '')
  for (const { type, message } of toasts) toast[type](message)
}
