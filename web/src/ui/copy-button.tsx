import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { Button } from './button.tsx'
import type { ButtonKind } from './button.tsx'

interface CopyButtonProps {
  /** The text to copy, or a function that loads it, and that has shown why when it fails. */
  text: string | (() => Promise<string>)
  label?: ReactNode
  kind?: ButtonKind
  onCopied?: () => void
  /** Called when the browser does not allow copying. */
  onFailed?: () => void
}

/** Copies a text to the clipboard. Its label then says so. */
export function CopyButton({ text, label = m.action_copy(), kind, onCopied, onFailed }: CopyButtonProps) {
  const [isDone, setIsDone] = useState(false)
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setIsDone(false), 2000)
    return () => clearTimeout(timer)
  }, [isDone])

  async function handleClick() {
    const loaded = typeof text === 'string' ? text : await text().catch(() => undefined)
    if (loaded === undefined) return
    try {
      await navigator.clipboard.writeText(loaded)
      setIsDone(true)
      onCopied?.()
    } catch {
      onFailed?.()
    }
  }
  return (
    <Button
      kind={kind ?? 'outline'}
      isDone={isDone}
      doneLabel={m.action_copied()}
      onClick={() => void handleClick()}
    >
      <Copy aria-hidden className="size-4" />
      {label}
    </Button>
  )
}
