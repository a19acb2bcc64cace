import { Ban } from 'lucide-react'
import { useState } from 'react'
import { blockSupporter } from '../../../../contract/tip-rule-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
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
export function BlockButton({ tipId, name }: BlockButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function handleBlock() {
    setIsBusy(true)
    const isDone = await call(blockSupporter, { body: { tipId } }).then(
      () => true,
      () => false, // already shown as a toast
    )
    setIsBusy(false)
    if (!isDone) return
    setIsAsking(false)
    toast.success(m.block_done({ name }))
  }
  return (
    <>
      <IconButton label={m.block_label({ name })} onClick={() => setIsAsking(true)}>
        <Ban aria-hidden className="size-4" />
      </IconButton>
      <Dialog
        title={m.block_title({ name })}
        description={m.block_text()}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <div className="grid gap-2">
          <Button kind="danger" state={isBusy ? 'busy' : 'idle'} onClick={() => void handleBlock()}>
            {m.block_confirm({ name })}
          </Button>
          <Button kind="quiet" onClick={() => setIsAsking(false)}>
            {m.action_cancel()}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
