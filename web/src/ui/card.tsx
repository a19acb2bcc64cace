import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorNote } from './notes.tsx'

interface CardProps {
  title?: ReactNode
  /** Shown below the title in a muted colour. */
  hint?: ReactNode
  id?: string
  className?: string
  children: ReactNode
}

/** A card with an optional title; a titled card is a region of that name. If its content fails, the card alone says so. */
export function Card({ title, hint, id, className, children }: CardProps) {
  const titleId = id ? `${id}-title` : undefined
  return (
    <section
      id={id}
      aria-labelledby={title && titleId ? titleId : undefined}
      className={clsx('rounded-card border border-line bg-card p-4 shadow-soft sm:p-6', className)}
    >
      {title && (
        <header className="mb-4">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
        </header>
      )}
      <ErrorBoundary fallback={(retry) => <ErrorNote text={m.card_failed()} onRetry={retry} />}>
        {children}
      </ErrorBoundary>
    </section>
  )
}
