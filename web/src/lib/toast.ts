import { useStore } from './store.ts'
import type { ToastAction } from './store-state.ts'

let lastId = 0

function show(type: 'success' | 'error' | 'info', message: string, action?: ToastAction): void {
  lastId += 1
  const entry = { id: lastId, type, message, ...(action ? { action } : {}) }
  useStore.setState(({ toast }) => ({
    toast: { entries: [...toast.entries.filter((other) => other.message !== message), entry].slice(-3) },
  }))
}

/** Shows a short message at the edge of the screen. Screen readers announce errors at once. */
export const toast = {
  success: (message: string, action?: ToastAction) => show('success', message, action),
  error: (message: string) => show('error', message),
  info: (message: string) => show('info', message),
  dismiss: (id: number) =>
    useStore.setState(({ toast }) => ({
      toast: { entries: toast.entries.filter((entry) => entry.id !== id) },
    })),
}
