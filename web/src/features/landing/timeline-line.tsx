import { useEffect, useRef } from 'react'
import { siteContent } from './site-content.ts'

/** The vertical line beside the text of `story.tsx`, which grows between 900 and 1,500 pixels of scrolling. */
export function TimelineLine() {
  const line = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let frame = 0
    const draw = () => {
      frame = 0
      line.current?.style.setProperty('scale', `1 ${grownAt(window.scrollY)}`)
    }
    const handleScroll = () => {
      frame ||= requestAnimationFrame(draw)
    }
    draw()
    window.addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', handleScroll)
      cancelAnimationFrame(frame)
    }
  }, [])
  return (
    <span aria-hidden className="absolute top-2 bottom-2 left-[0.625rem] w-1 rounded-full bg-line">
      <span
        ref={line}
        data-timeline
        className="block h-full origin-top rounded-full bg-linear-to-b from-amber to-coral"
        style={{ scale: '1 0' }}
      />
    </span>
  )
}

/** Returns how much of the line is drawn at a scroll position, from 0 to 1. */
export function grownAt(scroll: number): number {
  const { from, to } = siteContent.timeline
  return Math.min(Math.max((scroll - from) / (to - from), 0), 1)
}
