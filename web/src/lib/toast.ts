import { useStore } from './store.ts'

let lastId = 0

function show(type: 'success' | 'error' | 'info', message: string): void {
  lastId += 1
  const entry = { id: lastId, type, message }
  useStore.setState(({ toast }) => ({
    toast: { entries: [...toast.entries.filter((other) => other.message !== message), entry].slice(-3) },
  }))
}

/** Says one short thing at the edge of the screen; errors are announced at once, the rest politely. */
export const toast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
  info: (message: string) => show('info', message),
  dismiss: (id: number) =>
    useStore.setState(({ toast }) => ({
      toast: { entries: toast.entries.filter((entry) => entry.id !== id) },
    })),
}
