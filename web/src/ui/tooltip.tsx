import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** How long the pointer must rest before a tooltip opens. */
const tooltipDelayMs = 700

/**
 * A tooltip on hover and on keyboard focus. The control needs an accessible name of its own. The header does not use it, because
 * the tooltip library would be a fifth of the landing page's code.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={tooltipDelayMs}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-64 animate-fade rounded-sm bg-ink px-2.5 py-1.5 text-sm text-paper shadow-lift"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
