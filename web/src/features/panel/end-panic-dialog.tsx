import { m } from '../../../../i18n/compiled/messages.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Panel } from './use-panel.ts'

interface EndPanicDialogProps {
  panel: Panel
  isOpen: boolean
  onClose: () => void
}

/** Asks what becomes of everything that waited during a panic, which ends with the answer. */
export function EndPanicDialog({ panel, isOpen, onClose }: EndPanicDialogProps) {
  const end = (waiting: 'play' | 'drop') => () =>
    void panel.act({ kind: 'end-panic', waiting }).then((isDone) => isDone && onClose())
  const isBusy = panel.busy === 'end-panic'
  return (
    <Dialog title={m.panel_end_title()} description={m.panel_end_text()} isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-3">
        <Button kind="dark" size="large" isBusy={isBusy} onClick={end('play')}>
          {m.panel_end_play()}
        </Button>
        <Button kind="danger" size="large" isBusy={isBusy} onClick={end('drop')}>
          {m.panel_end_drop()}
        </Button>
      </div>
    </Dialog>
  )
}
