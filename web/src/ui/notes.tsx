import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { Button, ButtonLink } from './button.tsx'

/** Shown where a list could not be loaded, with a button to retry. */
export function ErrorNote({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-8 text-center">
      <p role="alert" className="font-medium text-rose">
        {text}
      </p>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          <RotateCw aria-hidden className="size-4" />
          {m.action_retry()}
        </Button>
      )}
    </div>
  )
}

interface EmptyNoteProps {
  text: ReactNode
  /** The address and the label of a link to where the list is filled. */
  to?: string
  label?: string
  children?: ReactNode
}

/** Shown where a list is empty, with the action that fills it. */
export function EmptyNote({ text, to, label, children }: EmptyNoteProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-10 text-center text-muted">
      <p>{text}</p>
      {to && (
        <ButtonLink to={to} kind="primary">
          {label}
        </ButtonLink>
      )}
      {children}
    </div>
  )
}
