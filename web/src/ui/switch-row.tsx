import { Switch } from 'radix-ui'
import { useId } from 'react'
import type { ReactNode } from 'react'

interface SwitchRowProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

/** A switch with its label. The whole row is clickable. */
export function SwitchRow({ label, hint, checked, disabled, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center gap-3 py-1">
      <Switch.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-7 w-12 shrink-0 rounded-full border border-field bg-ink/10 transition-colors before:absolute before:-inset-2 data-[state=checked]:border-transparent data-[state=checked]:bg-violet-fill disabled:opacity-50"
      >
        <Switch.Thumb className="block size-5 translate-x-[3px] rounded-full bg-white shadow-soft ring-1 ring-ink/15 transition-transform duration-200 data-[state=checked]:translate-x-[23px]" />
      </Switch.Root>
      <div className="min-w-0">
        <label htmlFor={id} className="block cursor-pointer font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
