import { useId } from 'react'
import type { ReactNode } from 'react'

interface SwitchRowProps {
  label: ReactNode
  hint?: ReactNode
  /** The name of the field in a form. */
  name?: string
  checked: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

/** A switch with its label. The whole row is clickable. */
export function SwitchRow({ label, hint, name, checked, disabled, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center gap-3 py-1">
      <input
        type="checkbox"
        // A checkbox says itself whether it is checked: https://www.w3.org/TR/html-aria/#docconformance-attr
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        id={id}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-field bg-ink/10 transition-colors before:absolute before:-inset-2 after:absolute after:top-1/2 after:size-5 after:translate-x-[3px] after:-translate-y-1/2 after:rounded-full after:bg-white after:shadow-soft after:ring-1 after:ring-ink/15 after:transition-transform after:duration-200 checked:border-transparent checked:bg-violet-fill checked:after:translate-x-[23px] disabled:cursor-default disabled:opacity-50 forced-colors:after:bg-[ButtonText] forced-colors:checked:bg-[Highlight] forced-colors:checked:after:bg-[HighlightText]"
      />
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
