import type { ComponentProps, ReactNode } from 'react'
import type { Loaded } from '../lib/calls/use-call.ts'
import { ErrorNote } from './notes.tsx'

interface LoadableProps<T> {
  loaded: Loaded<T>
  failedText: string
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** Shows loaded data; until it is loaded, a skeleton; if loading failed, a note with a retry button. */
export function Loadable<T>({ loaded, failedText, skeleton, children }: LoadableProps<T>) {
  const { data, hasFailed, refetch } = loaded
  if (data !== undefined) return children(data)
  return hasFailed ? <ErrorNote text={failedText} onRetry={refetch} /> : skeleton
}

interface ListProps<T> extends Omit<ComponentProps<'ul'>, 'children'> {
  items: readonly T[]
  /** Shown instead of an empty list. */
  empty?: ReactNode
  /** Renders an item; the element needs a key. */
  children: (item: T) => ReactNode
}

/** A list with a line between its rows. */
export function List<T>({ items, empty, children, ...list }: ListProps<T>) {
  if (empty && items.length === 0) return empty
  return (
    <ul className="divide-y divide-line" {...list}>
      {items.map(children)}
    </ul>
  )
}
