import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { Button, ButtonLink } from './button.tsx'

/** Shown instead of a list that could not be loaded, with a button to retry. */
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
  /** The address of a page where the user can fill the list; `label` is the link's text. */
  to?: string
  label?: string
  children?: ReactNode
}

/** Shown instead of an empty list, with a link or action to fill it. */
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
