import type { ReactNode } from 'react'
import { ErrorNote } from './notes.tsx'

interface LoadableProps<T> {
  data: T | undefined
  hasFailed: boolean
  onRetry: () => void
  failedText: string
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** Shows loaded data; before, its skeleton, or a note with a retry button when loading has failed. */
export function Loadable<T>({ data, hasFailed, onRetry, failedText, skeleton, children }: LoadableProps<T>) {
  if (data !== undefined) return children(data)
  return hasFailed ? <ErrorNote text={failedText} onRetry={onRetry} /> : skeleton
}
