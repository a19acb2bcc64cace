import { Redo2, Undo2 } from 'lucide-react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { IconButton } from '../../../ui/icon-button.tsx'

interface UndoButtonsProps {
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
}

/** Undo and redo. A button that can do nothing now keeps the focus. */
export function UndoButtons({ undo, redo, canUndo, canRedo }: UndoButtonsProps) {
  return (
    <>
      <IconButton
        label={m.style_undo()}
        aria-keyshortcuts="Control+Z"
        aria-disabled={!canUndo}
        onClick={undo}
      >
        <Undo2 aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label={m.style_redo()}
        aria-keyshortcuts="Control+Shift+Z"
        aria-disabled={!canRedo}
        onClick={redo}
      >
        <Redo2 aria-hidden className="size-4" />
      </IconButton>
    </>
  )
}
