import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Creator } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { ErrorNote } from '../../ui/notes.tsx'
import { CreatorCard, CreatorCardSkeleton } from './creator-card.tsx'
import type { MoreCreators } from './use-creator-lists.ts'

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'
const skeletonCount = 6
/** How many cards are drawn at first, and with each step; a multiple of every number of columns. */
const pageSize = 24

/** The shape of the list while it loads. */
export function CreatorGridSkeleton() {
  return (
    <output aria-label={m.explore_loading()} className={grid}>
      {Array.from({ length: skeletonCount }, (_, index) => (
        <CreatorCardSkeleton key={index} />
      ))}
    </output>
  )
}

interface CreatorGridProps {
  creators: Creator[]
  /** What stands behind the list, where it was cut. */
  more: MoreCreators | undefined
}

/** Creators in cards. Thousands of them are drawn a few at a time, as somebody comes near the end of those that stand. */
export function CreatorGrid({ creators, more }: CreatorGridProps) {
  const [count, grow] = useGrowingCount()
  const isWhole = count >= creators.length
  return (
    <>
      <ul className={grid}>
        {creators.slice(0, count).map((creator) => (
          <li key={creator.uid} className="grid">
            <CreatorCard creator={creator} />
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

/** The edge of what is drawn; new after each step, so that it looks again whether it is still near. */
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

/** How far each visit of the page had come, so that going back finds the place again. */
const shownCounts = new Map<string, number>()

function useGrowingCount() {
  const { key } = useLocation()
  const [count, setCount] = useState(() => shownCounts.get(key) ?? pageSize)
  useEffect(() => void shownCounts.set(key, count), [key, count])
  return [count, () => setCount(count + pageSize)] as const
}
