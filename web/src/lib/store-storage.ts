import type { PersistStorage, StorageValue } from 'zustand/middleware'

/** How long a restore may take before the app goes on without it. */
export const restoreTimeoutMs = 5000

interface BrowserStorage {
  getItem: (name: string) => string | null | Promise<string | null>
  setItem: (name: string, value: string) => unknown
  removeItem: (name: string) => unknown
}

/** JSON in a browser storage; a restore that takes too long, fails or is no JSON counts as nothing stored. */
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

/** A full or forbidden storage costs remembering, never the page. */
function ignoreFailure(action: () => unknown): void {
  try {
    action()
  } catch (error) {
    console.error(error)
  }
}
