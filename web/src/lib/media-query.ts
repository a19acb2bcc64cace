import { useSyncExternalStore } from 'react'

const reducedMotion = '(prefers-reduced-motion: reduce)'

/** Returns whether the visitor prefers reduced motion. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia(reducedMotion).matches
}

/** Returns whether the visitor prefers reduced motion; the component renders again when the preference changes. */
export function useReducedMotion(): boolean {
  return useMediaQuery(reducedMotion)
}

/** Returns whether a CSS media query matches. False in prerendered HTML; the browser corrects it after hydration. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}
