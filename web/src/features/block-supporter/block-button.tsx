import { Ban } from 'lucide-react'
import { useState } from 'react'
import { isolate } from '../../../../contract/text.ts'
import { blockSupporter } from '../../../../contract/payments/tip-rule-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

interface BlockButtonProps {
  /** A tip of the supporter to block. */
  tipId: string
  /** The supporter's name as the creator sees it. */
  name: string
}

/** Blocks the supporter who gave a tip, after a confirmation dialog. */
export function BlockButton({ tipId, name: written }: BlockButtonProps) {
  const name = isolate(written)
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, run } = useAction()

  async function handleBlock() {
    if (!(await run(() => call(blockSupporter, { body: { tipId } })))) return
    setIsOpen(false)
    toast.success(m.block_done({ name }))
  }
  return (
    <>
      <IconButton label={m.block_label({ name })} onClick={() => setIsOpen(true)}>
        <Ban aria-hidden className="size-4" />
      </IconButton>
      <Dialog
        title={m.block_title({ name })}
        description={m.block_text()}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <div className="grid gap-2">
          <Button kind="danger" isBusy={isBusy} onClick={() => void handleBlock()}>
            {m.block_confirm({ name })}
          </Button>
          <Button kind="quiet" onClick={() => setIsOpen(false)}>
            {m.action_cancel()}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
