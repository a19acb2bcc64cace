import type { ReactNode } from 'react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'

interface NewSecretProps {
  label: string
  secret: string
  onDone: () => void
  /** What to do with it. */
  children: ReactNode
}

/** A secret with a button to copy it, until the creator says that it is stored. */
export function NewSecret({ label, secret, onDone, children }: NewSecretProps) {
  return (
    <section aria-label={label} className="mt-4 rounded-card border border-line bg-sunken p-4">
      <p className="font-semibold">{label}</p>
      <p className="mt-1 text-sm text-muted">{children}</p>
      <p className="my-3 rounded-card bg-card p-3 font-mono text-sm break-all select-all">{secret}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={secret} kind="dark" />
        <Button onClick={onDone}>{m.secret_done()}</Button>
      </div>
    </section>
  )
}
