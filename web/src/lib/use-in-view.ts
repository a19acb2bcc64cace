import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Whether an element has come near the window; stays so once it has. `margin` is how far around the window counts, as in
 * CSS: `600px` is soon, `-30%` is well inside.
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
