import { create } from 'zustand'

/** The question whether unsaved work may be lost; `finish` closes it. Apart from `unsaved.ts`, because every page loads it. */
export const useDiscardQuestion = create<{ finish?: (mayDiscard: boolean) => void }>(() => ({}))
