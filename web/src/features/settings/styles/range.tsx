interface RangeProps {
  label: string
  /** The value as people read it. */
  text: string
  hint?: string
  min: number
  max: number
  step: number
  value: number
  onChange: (value: number) => void
}

/** A slider with its label and value. */
export function Range({ label, text, hint, onChange, ...range }: RangeProps) {
  return (
    <label className="flex max-w-xl flex-col gap-1.5">
      <span className="flex justify-between text-sm font-semibold">
        {label}
        <span className="font-normal text-muted tabular-nums">{text}</span>
      </span>
      <input
        type="range"
        {...range}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-h-11 w-full accent-violet"
      />
      {hint && <span className="text-sm text-muted">{hint}</span>}
    </label>
  )
}
