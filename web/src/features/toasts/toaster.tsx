import { useCallback } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { useStore } from '../../lib/store.ts'
import type { ToastEntry } from '../../lib/store-state.ts'
import { toast } from '../../lib/toast.ts'
import { Toast } from '../../ui/toast.tsx'

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
        <Entries entries={errors} />
      </div>
      <div aria-live="polite" className="flex flex-col gap-2">
        <Entries entries={others} />
      </div>
    </section>
  )
}

function Entries({ entries }: { entries: ToastEntry[] }) {
  return entries.map((entry) => <Entry key={entry.id} entry={entry} />)
}

function Entry({ entry: { id, type, message, action } }: { entry: ToastEntry }) {
  const handleDismiss = useCallback(() => toast.dismiss(id), [id])
  return <Toast type={type} message={message} {...(action ? { action } : {})} onDismiss={handleDismiss} />
}
