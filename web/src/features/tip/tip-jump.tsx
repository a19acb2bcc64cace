import { useEffect, useState } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { Button } from '../../ui/button.tsx'
import { prefersReducedMotion } from '../../lib/media-query.ts'

/** A button at the bottom of a phone's screen that scrolls to the tip box. It shows while the tip box is out of view. */
export function TipJump() {
  const isBelow = useIsBelow('tip')
  if (!isBelow) return null
  return (
    <div
      data-jump-bar
      className="fixed inset-x-0 bottom-0 z-20 animate-rise border-t border-line bg-paper/92 p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-md lg:hidden"
    >
      <Button kind="primary" size="large" className="w-full" onClick={scrollToTipBox}>
        {m.tip_jump()}
      </Button>
    </div>
  )
}

/** Returns whether an element is still below the viewport. */
function useIsBelow(id: string): boolean {
  const [isBelow, setIsBelow] = useState(false)
  useEffect(() => {
    const element = document.getElementById(id)
    if (!element || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setIsBelow(!entry.isIntersecting && entry.boundingClientRect.top > 0)
      },
      { rootMargin: '0px 0px -25% 0px' }, // the bottom quarter of the screen does not count as in view
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [id])
  return isBelow
}

/**
 * Scrolls to the tip box and focuses it. Not its amount, because that would open the keyboard of a phone over the payment buttons.
 */
export function scrollToTipBox(): void {
  const box = document.getElementById('tip')
  if (!box) return
  box.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' })
  box.tabIndex = -1
  box.focus({ preventScroll: true })
}
