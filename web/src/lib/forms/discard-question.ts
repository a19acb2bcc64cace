import { create } from 'zustand'

interface DiscardQuestion {
  finish?: (mayDiscard: boolean) => void
  /** Whether the session has ended, so that nothing can be saved before another log-in. */
  isLoggedOut?: boolean
}

/** The question whether unsaved work may be lost; `finish` closes it. Apart from `unsaved.ts`, because every page loads it. */
export const useDiscardQuestion = create<DiscardQuestion>(() => ({}))
