import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface ResultNoteProps {
  Icon: LucideIcon
  title: string
  children: ReactNode
}

/** The outcome of an action as a page: an icon, a heading that takes the focus, and the next step. */
export function ResultNote({ Icon, title, children }: ResultNoteProps) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-4 px-4 py-16 text-center">
      <span className="grid size-20 place-items-center rounded-full bg-sunken text-coral-ink">
        <Icon aria-hidden className="size-9" />
      </span>
      <h1 ref={focusOnce} tabIndex={-1} className="text-3xl outline-none">
        {title}
      </h1>
      {children}
    </div>
  )
}

function focusOnce(heading: HTMLHeadingElement | null): void {
  heading?.focus()
}
