import type { PersistStorage, StorageValue } from 'zustand/middleware'

/** How long restoring the state may take; then the app starts without it. */
export const restoreTimeoutMs = 5000

interface BrowserStorage {
  getItem: (name: string) => string | null | Promise<string | null>
  setItem: (name: string, value: string) => unknown
  removeItem: (name: string) => unknown
}

/** Stores JSON in the browser's storage. If reading takes too long, fails or finds invalid JSON, the storage counts as empty. */
export function timedStorage<S>(open: () => BrowserStorage): PersistStorage<S> {
  return {
    getItem: (name) => Promise.race([read<S>(open, name), timeOut()]),
    setItem: (name, value) => ignoreFailure(() => open().setItem(name, JSON.stringify(value))),
    removeItem: (name) => ignoreFailure(() => open().removeItem(name)),
  }
}

async function read<S>(open: () => BrowserStorage, name: string): Promise<StorageValue<S> | null> {
  try {
    const text = await open().getItem(name)
    return text === null ? null : (JSON.parse(text) as StorageValue<S>)
  } catch {
    return null
  }
}

function timeOut(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), restoreTimeoutMs))
}

/** Runs an action and logs its failure, because a full or blocked storage must not break the page. */
function ignoreFailure(action: () => unknown): void {
  try {
    action()
  } catch (error) {
    console.error(error)
  }
}
