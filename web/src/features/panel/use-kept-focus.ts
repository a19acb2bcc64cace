import { useEffect, useRef } from 'react'
import type { FocusEvent } from 'react'

/**
 * Keeps the focus in the list when the button that had it is gone, because its tip has another state now: the focus moves to the next
 * tip that waits for approval, if the button was one of such a tip, and otherwise to the tip's row.
 */
export function useKeptFocus() {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<{ tipId: string | undefined; isHeld: boolean }>(undefined)

  useEffect(() => {
    if (document.activeElement !== document.body || !last.current) return
    const { tipId, isHeld } = last.current
    const next = isHeld ? list.current?.querySelector<HTMLElement>('[data-held] [data-first]') : null
    const row = list.current?.querySelector<HTMLElement>(`[data-tip="${tipId}"]`)
    const target = next ?? row
    target?.focus()
  })

  return {
    ref: list,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = target.closest<HTMLElement>('[data-tip]')
      last.current = row
        ? { tipId: row.dataset['tip'], isHeld: row.closest('[data-held]') !== null }
        : undefined
    },
    /** A button that React takes out of the page does not cause that event. */
    onBlur() {
      last.current = undefined
    },
  }
}
