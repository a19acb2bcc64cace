import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Returns whether an element has come near the viewport; stays true afterwards. `margin` extends the viewport as in CSS: `600px`
 * triggers early, `-30%` triggers well inside.
 */
export function useInView(ref: RefObject<Element | null>, margin: string): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isNear) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: `${margin} 0px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, margin, isNear])
  return isNear
}
