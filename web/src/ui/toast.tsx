import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../../i18n/compiled/messages.js'

export type ToastType = 'success' | 'error' | 'info'

const icons = { success: CircleCheck, error: CircleAlert, info: Info }
const colours = { success: 'text-mint', error: 'text-rose', info: 'text-violet' }
const lifeMs = { success: 5000, error: 8000, info: 6000 }
const actionLifeMs = 10_000

interface ToastProps {
  type: ToastType
  message: string
  /** A button beside the message. The toast then stays longer. */
  action?: { label: string; run: () => void }
  onDismiss: () => void
}

/** A message at the edge of the screen. It disappears by itself, but not while the pointer is over it. */
export function Toast({ type, message, action, onDismiss }: ToastProps) {
  const [isPaused, setIsHeld] = useState(false)
  const durationMs = action ? actionLifeMs : lifeMs[type]
  useEffect(() => {
    if (isPaused) return undefined
    const timer = setTimeout(onDismiss, durationMs)
    return () => clearTimeout(timer)
  }, [isPaused, durationMs, onDismiss])

  function handleAction() {
    onDismiss()
    action?.run()
  }

  const Icon = icons[type]
  return (
    <div
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      className="pointer-events-auto flex w-full animate-rise items-center gap-3 rounded-card border border-line bg-card py-1.5 pr-1.5 pl-4 shadow-lift"
    >
      <Icon aria-hidden className={clsx('size-5 shrink-0', colours[type])} />
      <p className="grow py-2 text-sm font-medium break-words">{message}</p>
      {action && (
        <button
          type="button"
          onClick={handleAction}
          onFocus={() => setIsHeld(true)}
          onBlur={() => setIsHeld(false)}
          className="min-h-11 shrink-0 rounded-full px-3 text-sm font-semibold text-violet hover:bg-ink/6"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={m.action_dismiss()}
        onClick={onDismiss}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
