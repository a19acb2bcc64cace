import { useEffect, useMemo, useRef, useState } from 'react'
import type { PanelShow, PanelState, PanelTip } from '../../../../contract/panel/panel.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount, useNow } from '../../lib/format.ts'
import { EmptyNote } from '../../ui/notes.tsx'
import { ShowRow } from './show-row.tsx'
import { TipRow } from './tip-row.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { toFeed } from './use-panel.ts'
import type { FeedEntry, Panel } from './use-panel.ts'

interface TipListProps {
  panel: Panel
  state: PanelState
  tips: readonly PanelTip[]
  shows: readonly PanelShow[]
  isBare: boolean
}

/** How many rows are in the page at first, and how many more each time its end comes near. */
const pageSize = 40

/** The feed: what has to be decided first, then all tips and show events, latest first. Rows are added as they come near. */
export function TipList({ panel, state, tips, shows, isBare }: TipListProps) {
  const now = useNow()
  const keptFocus = useKeptFocus()
  const [count, setCount] = useState(pageSize)
  const feed = useMemo(() => toFeed(tips, shows), [tips, shows])
  const held = feed.filter(({ status }) => status === 'held')
  const rest = feed.filter(({ status }) => status !== 'held')
  const row = (entry: FeedEntry) =>
    'tipId' in entry ? (
      <TipRow key={entry.tipId} panel={panel} isOwner={state.isOwner} tip={entry} now={now} />
    ) : (
      <ShowRow key={entry.showEventId} panel={panel} show={entry} now={now} />
    )
  if (feed.length === 0) return <EmptyNote text={m.panel_empty()} />
  return (
    <div {...keptFocus} className="flex flex-col gap-3">
      <NewTips tips={tips} />
      {held.length > 0 && (
        <section data-held aria-labelledby="panel-held">
          <h2 id="panel-held" className="text-base font-semibold">
            {m.panel_held({ count: held.length })}
          </h2>
          <ul className="divide-y divide-line">{held.slice(0, count).map(row)}</ul>
        </section>
      )}
      <section aria-labelledby="panel-feed">
        <h2 id="panel-feed" className={isBare ? 'sr-only' : 'text-base font-semibold'}>
          {m.panel_feed()}
        </h2>
        <ul className="divide-y divide-line">{rest.slice(0, count).map(row)}</ul>
        {rest.length > count && <More onNear={() => setCount((now) => now + pageSize)} />}
      </section>
    </div>
  )
}

/** Calls `onNear` each time it comes near the visible part. */
function More({ onNear }: { onNear: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), {
      rootMargin: '600px 0px',
    })
    observer.observe(ref.current!)
    return () => observer.disconnect()
  })
  return <div ref={ref} className="h-1" />
}

/** Says new tips to screen readers, one sentence for all that came together. */
function NewTips({ tips }: { tips: readonly PanelTip[] }) {
  const seen = useRef(tips[0]?.no ?? 0)
  const [text, setText] = useState('')
  useEffect(() => {
    const fresh = tips.filter(({ no }) => no > seen.current)
    seen.current = Math.max(seen.current, tips[0]?.no ?? 0)
    const [first] = fresh
    if (!first) return
    setText(
      fresh.length > 1
        ? m.panel_new_tips({ count: fresh.length })
        : m.panel_new_tip({ name: first.name, amount: amountOf(first) }),
    )
  }, [tips])
  return (
    <p role="log" aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}

const amountOf = ({ amount, currency }: PanelTip) => (amount === null ? '' : formatAmount(amount, currency))
