import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { restorePersisted, toPersisted } from './store-persisted.ts'
import { emptyState } from './store-state.ts'
import type { RootState } from './store-state.ts'
import { timedStorage } from './store-storage.ts'

/** The client state, kept under the key 'root' in version 1 and restored within five seconds or not at all. */
export const useStore = create<RootState>()(
  persist(() => emptyState, {
    name: 'root',
    version: 1,
    storage: timedStorage(() => window.localStorage),
    partialize: toPersisted,
    merge: restorePersisted,
  }),
)

/** Back to a stranger's state, in memory and in the browser's storage. */
export function resetStore(): void {
  useStore.setState(({ toast }) => ({ ...emptyState, toast }))
  useStore.persist.clearStorage()
}
