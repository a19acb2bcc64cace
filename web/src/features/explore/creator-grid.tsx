import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Creator } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { ErrorNote } from '../../ui/notes.tsx'
import { CreatorCard, CreatorCardSkeleton } from './creator-card.tsx'
import type { MoreCreators } from './use-creator-lists.ts'
import type { ReactNode } from 'react'

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'
/** How many cards are added when the visitor nears the end: a multiple of 1, 2 and 3, so that rows are complete in any layout. */
const pageSize = 24
/** How many cards a visitor sees at once at least, on a phone. */
const cardsAtTop = 2

/** The skeleton of the creator grid. */
export function CreatorGridSkeleton({ label, count }: { label: string; count: number }) {
  return (
    <output aria-label={label} className={grid}>
      {Array.from({ length: count }, (_, index) => (
        <CreatorCardSkeleton key={index} />
      ))}
    </output>
  )
}

interface CreatorGridProps {
  creators: Creator[]
  /** Loads the creators after the end of the list, if there are more. */
  more?: MoreCreators | undefined
  /** Shown instead of an empty list. */
  empty: ReactNode
}

/** Creators as cards. Renders more of them as the visitor scrolls near the end of the list. */
export function CreatorGrid({ creators, more, empty }: CreatorGridProps) {
  const [count, grow] = useGrowingCount()
  const isWhole = count >= creators.length
  if (creators.length === 0) return empty
  return (
    <>
      <ul className={grid}>
        {creators.slice(0, count).map((creator, index) => (
          <li key={creator.uid} className="grid">
            <CreatorCard creator={creator} isAtTop={index < cardsAtTop} />
          </li>
        ))}
      </ul>
      {isWhole && more?.hasFailed && <ErrorNote text={m.creator_load_failed()} onRetry={more.load} />}
      {(!isWhole || (more && !more.hasFailed)) && (
        <ListEnd key={`${count} ${creators.length}`} onNear={isWhole ? more?.load : grow} />
      )}
    </>
  )
}

/**
 * A marker at the end of the rendered cards. It is mounted again after each batch, so that the observer reports again whether the
 * marker is near.
 */
function ListEnd({ onNear }: { onNear: (() => void) | undefined }) {
  const edge = useRef<HTMLDivElement>(null)
  const latest = useRef(onNear)
  useEffect(() => {
    latest.current = onNear
  })
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current?.(), {
      rootMargin: '1200px 0px',
    })
    if (edge.current) observer.observe(edge.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={edge} aria-hidden className="h-px" />
}

/** How many cards each history entry showed, so that going back can restore the scroll position. */
const shownCounts = new Map<string, number>()

function useGrowingCount() {
  const { key } = useLocation()
  const [count, setCount] = useState(() => shownCounts.get(key) ?? pageSize)
  useEffect(() => void shownCounts.set(key, count), [key, count])
  return [count, () => setCount(count + pageSize)] as const
}
