import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CopyButton } from '../../../ui/copy-button.tsx'

interface ModeratorCheckProps {
  isModerator: boolean | null
  /** What it means that the chatbot is not a moderator. */
  no: string
}

/** Says whether the chatbot is a moderator, as the platform showed with one of the chatbot's messages. */
export function ModeratorCheck({ isModerator, no }: ModeratorCheckProps) {
  const [Sign, text, color] =
    isModerator === null
      ? ([CircleDashed, m.setup_moderator_unseen(), 'text-muted'] as const)
      : isModerator
        ? ([CircleCheck, m.setup_moderator_yes(), 'text-mint'] as const)
        : ([CircleX, no, 'text-coral-ink'] as const)
  return (
    <p aria-live="polite" className="flex items-start gap-2 text-sm">
      <Sign aria-hidden className={`mt-px size-4 shrink-0 ${color}`} />
      {text}
    </p>
  )
}

/** A text for the creator to paste elsewhere. */
export function ToCopy({ text, children = text }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 rounded-card bg-sunken px-3 py-2.5 text-sm break-all">{children}</code>
      <CopyButton text={text} />
    </div>
  )
}
