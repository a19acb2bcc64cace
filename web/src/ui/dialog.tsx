import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { WorkScope, hasUnsaved, mayDiscard } from '../lib/forms/unsaved.ts'

// the package's style element needs the nonce of private pages (https://github.com/theKashey/get-nonce)
if (typeof document !== 'undefined')
  Object.assign(window, { __webpack_nonce__: document.querySelector<HTMLElement>('meta[nonce]')?.nonce })

interface DialogProps {
  title: ReactNode
  description?: ReactNode
  isOpen: boolean
  onClose: () => void
  children?: ReactNode
}

/**
 * A modal dialog: at the bottom of a phone's screen, centred elsewhere. Escape, the backdrop and the cross close it, after a question
 * if it has unsaved work. Then the element that had the focus before has it again.
 */
export function Dialog({ title, description, isOpen, onClose, children }: DialogProps) {
  const opener = useRef<Element>(null)
  const [scope] = useState(() => ({}))

  function handleClose() {
    if (!hasUnsaved(scope)) return onClose()
    void mayDiscard(scope).then((may) => may && onClose())
  }
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && handleClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-veil" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault() // Radix would focus its own trigger, and we have none
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          className="fixed inset-x-0 bottom-0 z-50 mx-auto max-h-[92dvh] w-full max-w-md animate-rise overflow-y-auto rounded-t-sheet border border-line bg-card p-6 shadow-lift sm:inset-y-0 sm:my-auto sm:h-fit sm:rounded-sheet"
        >
          <div className="text-center">
            <Radix.Title className="px-8 text-xl sm:text-2xl">{title}</Radix.Title>
            {description && <Radix.Description className="mt-2 text-muted">{description}</Radix.Description>}
          </div>
          <WorkScope value={scope}>{children && <div className="mt-6">{children}</div>}</WorkScope>
          <Radix.Close
            aria-label={m.action_close()}
            className="absolute top-3 right-3 grid size-11 place-items-center rounded-full hover:bg-ink/6"
          >
            <X aria-hidden className="size-5" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
