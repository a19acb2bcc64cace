import { clsx } from 'clsx'
import { useId, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

export interface Tab<V extends string> {
  value: V
  label: ReactNode
}

interface TabsProps<V extends string> {
  label: string
  tabs: readonly Tab<V>[]
  value: V
  onChange: (value: V) => void
  /** Classes of the panel, for example to make it scroll. */
  panelClassName?: string
  /** The content of the current tab. */
  children: ReactNode
}

/** Tabs with an underline below the current one. */
export function Tabs<V extends string>({ panelClassName, children, ...list }: TabsProps<V>) {
  const id = useId()
  return (
    <div>
      <TabList {...list} id={id} />
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${list.value}`}
        tabIndex={0} // so that the keyboard can scroll a panel without controls
        className={clsx('mt-4 rounded-sm focus-visible:outline-offset-4', panelClassName)}
      >
        {children}
      </div>
    </div>
  )
}

type TabListProps<V extends string> = Pick<TabsProps<V>, 'label' | 'tabs' | 'value' | 'onChange'> & {
  id: string
}

/** The arrow keys, Home and End move the focus and choose (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). */
function TabList<V extends string>({ label, tabs, value, onChange, id }: TabListProps<V>) {
  const list = useRef<HTMLDivElement>(null)
  const current = tabs.findIndex((tab) => tab.value === value)

  function handleKey(event: KeyboardEvent): void {
    const at = indexAfter(event.key, current, tabs.length)
    const next = at === undefined ? undefined : tabs[at]
    if (at === undefined || !next) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus()
    onChange(next.value)
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={handleKey}
      className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none]"
    >
      {tabs.map((tab, at) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          aria-selected={at === current}
          aria-controls={at === current ? `${id}-panel` : undefined}
          tabIndex={at === current ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className={tabClass}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

/** Returns the position of the tab that a key moves to; undefined for other keys. The arrows go round at the ends. */
function indexAfter(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
  }
  return undefined
}

/** The style of a tab, also for links that act as tabs: `aria-selected` or `aria-current` marks the current one. */
export const tabClass =
  'min-h-11 shrink-0 border-b-3 border-transparent px-3 text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-coral aria-selected:text-ink aria-[current=page]:border-coral aria-[current=page]:text-ink'
