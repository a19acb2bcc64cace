import { m } from '../../../../i18n/compiled/messages.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface DiscardFormProps {
  finish: (mayDiscard: boolean) => void
  isLoggedOut: boolean
}

/** Asks whether unsaved work may be lost. Closing it keeps the work. */
export function DiscardForm({ finish, isLoggedOut }: DiscardFormProps) {
  const texts = isLoggedOut
    ? { title: m.discard_logged_out_title(), description: m.discard_logged_out_text() }
    : { title: m.discard_title(), description: m.discard_text() }
  return (
    <Dialog {...texts} isOpen onClose={() => finish(false)}>
      <div className="grid gap-3">
        <Button kind="dark" size="large" onClick={() => finish(false)}>
          {m.discard_keep()}
        </Button>
        <Button kind="danger" size="large" onClick={() => finish(true)}>
          {m.discard_do()}
        </Button>
      </div>
    </Dialog>
  )
}
