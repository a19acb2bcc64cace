import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { clearCheckout } from './payments/saved-checkout.ts'
import { clearTipChoices } from './payments/saved-choices.ts'
import { emptyState, restorePersisted, toPersisted } from './store-state.ts'
import type { RootState } from './store-state.ts'
import { timedStorage } from './store-storage.ts'

/** The client state, persisted under the key 'root' in version 1. */
export const useStore = create<RootState>()(
  persist(() => emptyState, {
    name: 'root',
    version: 1,
    storage: timedStorage(() => window.localStorage),
    partialize: toPersisted,
    merge: restorePersisted,
  }),
)

/** Resets the state to that of a visitor who is not signed in, in memory and in the browser's storage. */
export function resetStore(): void {
  useStore.setState(({ toast }) => ({ ...emptyState, toast }))
  useStore.persist.clearStorage()
  clearTipChoices()
  clearCheckout()
}
