import { useLayoutEffect, useState } from 'react'
import { useIsHydrating } from '../page-data.ts'

/**
 * Returns state that begins with what this browser has saved. On a page that the server has rendered it begins with `empty`, as the
 * server has rendered it, and `load` runs before the browser paints the hydrated page.
 */
export function useSavedState<T>(load: () => T, empty: T) {
  const isHydrating = useIsHydrating()
  const [wasHydrating] = useState(isHydrating)
  const [value, setValue] = useState(() => (isHydrating ? empty : load()))
  useLayoutEffect(() => {
    if (wasHydrating) setValue(load())
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what was saved when the page was hydrated counts
  }, [])
  return [value, setValue] as const
}
