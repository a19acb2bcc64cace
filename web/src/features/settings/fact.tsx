import type { ReactNode } from 'react'

interface FactProps {
  label: ReactNode
  /** Stands beside the label in a quieter voice. */
  aside?: ReactNode
  /** Stands under the value. */
  hint?: ReactNode
  children: ReactNode
}

/** A list of facts, each a label with its value. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>
}

/** One fact: beside its label on a wide screen, under it on a phone. */
export function Fact({ label, aside, hint, children }: FactProps) {
  return (
    <div className="grid gap-x-6 gap-y-1 py-4 first:pt-0 last:pb-0 sm:grid-cols-[11rem_1fr]">
      <dt className="font-semibold">
        {label}
        {aside && <span className="block text-sm font-normal text-muted">{aside}</span>}
      </dt>
      <dd className="min-w-0 break-words">
        {children}
        {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
      </dd>
    </div>
  )
}
