import type { PersistStorage, StorageValue } from 'zustand/middleware'

/** How long a restore may take before the app goes on without it. */
export const restoreTimeoutMs = 5000

interface Source {
  getItem: (name: string) => string | null | Promise<string | null>
  setItem: (name: string, value: string) => unknown
  removeItem: (name: string) => unknown
}

/** JSON in a browser storage; a restore that takes too long, fails or is no JSON counts as nothing stored. */
export function timedStorage<S>(open: () => Source): PersistStorage<S> {
  return {
    getItem: (name) => Promise.race([read<S>(open, name), giveUp()]),
    setItem: (name, value) => attempt(() => open().setItem(name, JSON.stringify(value))),
    removeItem: (name) => attempt(() => open().removeItem(name)),
  }
}

async function read<S>(open: () => Source, name: string): Promise<StorageValue<S> | null> {
  try {
    const text = await open().getItem(name)
    return text === null ? null : (JSON.parse(text) as StorageValue<S>)
  } catch {
    return null
  }
}

function giveUp(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), restoreTimeoutMs))
}

/** A full or forbidden storage costs remembering, never the page. */
function attempt(action: () => unknown): void {
  try {
    action()
  } catch (error) {
    console.error(error)
  }
}
