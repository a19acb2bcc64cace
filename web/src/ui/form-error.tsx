import type { ReactNode } from 'react'

/** What is wrong with a whole form, said at once; nothing when nothing is. */
export function FormError({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p role="alert" className="rounded-card bg-rose/10 px-4 py-3 text-sm font-medium text-rose">
      {children}
    </p>
  )
}
