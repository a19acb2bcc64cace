import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { useStore } from '../../lib/store.ts'
import type { ToastEntry } from '../../lib/store-state.ts'
import { toast } from '../../lib/toast.ts'

/** Shows the toasts. Screen readers announce errors at once and other messages when they are idle. */
export function Toaster() {
  const entries = useStore((state) => state.toast.entries)
  const errors = entries.filter(({ type }) => type === 'error')
  const others = entries.filter(({ type }) => type !== 'error')
  return (
    <section
      aria-label={m.toasts_region()}
      className="pointer-events-none fixed inset-x-0 top-16 z-70 mx-auto flex w-full max-w-md flex-col gap-2 p-3 sm:top-auto sm:right-0 sm:bottom-0 sm:mr-0 sm:p-4"
    >
      <div aria-live="assertive" className="flex flex-col gap-2">
        {errors.map((entry) => (
          <Toast key={entry.id} {...entry} />
        ))}
      </div>
      <div aria-live="polite" className="flex flex-col gap-2">
        {others.map((entry) => (
          <Toast key={entry.id} {...entry} />
        ))}
      </div>
    </section>
  )
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info }
const colours = { success: 'text-mint', error: 'text-rose', info: 'text-violet' }
const lifeMs = { success: 5000, error: 8000, info: 6000 }
const actionLifeMs = 10_000

/** A message at the edge of the screen. It disappears by itself, but not while the pointer is over it. */
function Toast({ id, type, message, action }: ToastEntry) {
  const [isPaused, setIsPaused] = useState(false)
  const durationMs = action ? actionLifeMs : lifeMs[type]
  useEffect(() => {
    if (isPaused) return undefined
    const timer = setTimeout(() => toast.dismiss(id), durationMs)
    return () => clearTimeout(timer)
  }, [isPaused, durationMs, id])

  function handleAction() {
    toast.dismiss(id)
    action?.run()
  }

  const Icon = icons[type]
  return (
    <div
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      className="pointer-events-auto flex w-full animate-rise items-center gap-3 rounded-card border border-line bg-card py-1.5 pr-1.5 pl-4 shadow-lift"
    >
      <Icon aria-hidden className={clsx('size-5 shrink-0', colours[type])} />
      <p className="grow py-2 text-sm font-medium break-words">{message}</p>
      {action && (
        <button
          type="button"
          onClick={handleAction}
          onFocus={() => setIsPaused(true)}
          onBlur={() => setIsPaused(false)}
          className="min-h-11 shrink-0 rounded-full px-3 text-sm font-semibold text-violet hover:bg-ink/6"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={m.action_dismiss()}
        onClick={() => toast.dismiss(id)}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
