import type { ReactNode } from 'react'

interface FactProps {
  label: ReactNode
  /** Shown beside the label in a muted colour. */
  aside?: ReactNode
  /** Shown below the value. */
  hint?: ReactNode
  children: ReactNode
}

/** A list of labelled values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>
}

/** A value beside its label on a wide screen, and below it on a phone. */
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
