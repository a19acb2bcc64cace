import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface FoldedProps {
  title: string
  /** What is in it, in a line. */
  contents: string
  children: ReactNode
}

/** Folds what is rarely needed behind a line that says what is in it. */
export function Folded({ title, contents, children }: FoldedProps) {
  return (
    <details className="group/folded rounded-card border border-line">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-card px-4 py-2 hover:bg-ink/6 sm:px-6 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 grow">
          <span className="block font-semibold">{title}</span>
          <span className="block text-sm text-muted">{contents}</span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 transition-transform group-open/folded:rotate-180"
        />
      </summary>
      <div className="grid gap-4 p-2 pt-1 sm:p-4">{children}</div>
    </details>
  )
}
