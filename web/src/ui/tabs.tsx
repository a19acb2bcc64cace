import { clsx } from 'clsx'
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

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
export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onChange,
  panelClassName,
  children,
}: TabsProps<V>) {
  const isValue = (text: string): text is V => tabs.some((tab) => tab.value === text)
  return (
    <Radix.Root value={value} onValueChange={(next) => isValue(next) && onChange(next)}>
      <Radix.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content
        value={value}
        className={clsx('mt-4 rounded-sm focus-visible:outline-offset-4', panelClassName)}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

/** The style of a tab, also for links that act as tabs: `data-state` or `aria-current` marks the current one. */
export const tabClass =
  'min-h-11 shrink-0 border-b-3 border-transparent px-3 text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-coral data-[state=active]:text-ink aria-[current=page]:border-coral aria-[current=page]:text-ink'
