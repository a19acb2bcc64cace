import { useEffect, useRef, useState } from 'react'
import { siteContent } from './site-content.ts'
import { currentLocale } from '../../lib/locale.ts'

const { amount, countMs } = siteContent.totalRaised

/**
 * The 'Total raised' counter. It counts up once, when half of it comes into view. Without JavaScript, and for a visitor who sees it
 * before the page's code runs, it shows the final figure, because falling to zero first would look like a mistake.
 */
export function TotalRaised() {
  const figure = useRef<HTMLSpanElement>(null)
  const [value, setValue] = useState<number>(amount)
  useEffect(() => {
    const element = figure.current
    if (!element || typeof IntersectionObserver === 'undefined') return undefined
    let stop: (() => void) | undefined
    let isHidden = false
    const observer = new IntersectionObserver(
      ([entry]) => {
        const share = entry?.intersectionRatio ?? 0
        if (share === 0) {
          isHidden = true
          return setValue(0)
        }
        if (isHidden && share < 0.5) return
        observer.disconnect()
        if (isHidden) stop = countUp(setValue)
      },
      { threshold: [0, 0.5] },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      stop?.()
    }
  }, [])
  const text = `$${value.toLocaleString(currentLocale())}${value === amount ? '+' : ''}`
  return (
    <span ref={figure} className="grid">
      {/* The invisible final figure reserves the width, so that nothing moves while it counts. */}
      <span aria-hidden className="invisible col-start-1 row-start-1">
        ${amount.toLocaleString(currentLocale())}+
      </span>
      <span className="col-start-1 row-start-1">{text}</span>
    </span>
  )
}

function countUp(show: (value: number) => void): () => void {
  const start = performance.now()
  let frame = requestAnimationFrame(step)
  function step(now: number) {
    const share = Math.min(Math.max((now - start) / countMs, 0), 1)
    show(Math.round(amount * share))
    if (share < 1) frame = requestAnimationFrame(step)
  }
  return () => cancelAnimationFrame(frame)
}
