import { useId } from 'react'

interface SegmentsProps<V extends string> {
  label: string
  value: V
  options: readonly (readonly [value: V, text: string])[]
  onChange: (value: V) => void
}

/** A few choices beside each other; radio buttons for the keyboard and screen readers. */
export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>) {
  const name = useId()
  return (
    <fieldset className="inline-flex rounded-full border border-line bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      {options.map(([option, text]) => (
        <label
          key={option}
          className="relative inline-flex min-h-9 cursor-pointer items-center rounded-full px-3.5 text-sm font-semibold text-muted has-checked:bg-card has-checked:text-ink has-checked:shadow-soft has-focus-visible:outline-3 has-focus-visible:outline-violet forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none"
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
