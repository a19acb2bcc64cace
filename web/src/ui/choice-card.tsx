import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface ChoiceCardProps {
  name: string
  value: string
  label: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  checked: boolean
  onChoose: () => void
}

/** A radio button as a card. The whole card is clickable. */
export function ChoiceCard({ name, value, label, hint, icon, checked, onChoose }: ChoiceCardProps) {
  return (
    <label
      className={clsx(
        'flex min-h-14 cursor-pointer items-center gap-4 rounded-card border p-4 transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-violet',
        checked ? 'border-coral bg-coral/10' : 'border-field hover:bg-ink/4',
      )}
    >
      {icon}
      <span className="grow">
        <span className="block font-semibold">{label}</span>
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        onChange={onChoose}
        className="size-5 shrink-0 outline-none"
      />
    </label>
  )
}
