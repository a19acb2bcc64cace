import { useState } from 'react'

export interface Before {
  query: { before?: number }
  isFirst: boolean
  /** Shows the page that begins before this entry; the first one without it. */
  go: (before?: number) => void
}

/** The page of a list that is read from the newest entry to older ones. */
export function useBefore(): Before {
  const [before, setBefore] = useState<number>()
  const isFirst = before === undefined
  return { query: isFirst ? {} : { before }, isFirst, go: setBefore }
}
