import type { KeyboardEvent } from 'react'

/** Undoes by Control+Z, and redoes by Control+Shift+Z and Control+Y, also while a field has the focus. */
export function handleUndoKeys(
  event: KeyboardEvent,
  { undo, redo }: Record<'undo' | 'redo', () => void>,
): void {
  if (!(event.ctrlKey || event.metaKey)) return
  const key = event.key.toLowerCase()
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
  if (!isRedo && key !== 'z') return
  event.preventDefault()
  if (isRedo) redo()
  else undo()
}
