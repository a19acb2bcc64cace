import { useState } from 'react'
import type { Loaded } from './use-call.ts'

/**
 * Returns whether each part of a page is loaded or has failed. Until then a page shows only a skeleton, if the parts would otherwise
 * arrive one after the other and move each other. It stays true, although a part that failed is loaded again.
 */
export function useAllKnown(...parts: Loaded<unknown>[]): boolean {
  const [isKnown, setIsKnown] = useState(false)
  if (!isKnown && parts.every(({ data, hasFailed }) => data !== undefined || hasFailed)) setIsKnown(true)
  return isKnown
}
