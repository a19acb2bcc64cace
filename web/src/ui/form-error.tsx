import type { ReactNode } from 'react'

/** The error of a whole form, announced at once. Renders nothing without one. */
export function FormError({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p role="alert" className="rounded-card bg-rose/10 px-4 py-3 text-sm font-medium text-rose">
      {children}
    </p>
  )
}
