import { useState } from 'react'

interface VolumeFieldProps {
  label: string
  /** In per cent. */
  value: number
  disabled?: boolean
  /** Called when the slider is released or moved by a key. */
  onChange: (value: number) => void
}

/** A slider for a volume. */
export function VolumeField({ label, value, disabled, onChange }: VolumeFieldProps) {
  const [dragged, setDragged] = useState<number>()
  const shown = dragged ?? value

  function handleEnd() {
    if (dragged !== undefined && dragged !== value) onChange(dragged)
    setDragged(undefined)
  }
  return (
    <label className="flex flex-col gap-1.5">
      <span className="flex justify-between text-sm font-semibold">
        {label}
        <span className="font-normal text-muted tabular-nums">{shown} %</span>
      </span>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={shown}
        disabled={disabled}
        aria-valuetext={`${shown} %`}
        onChange={(event) => setDragged(Number(event.target.value))}
        onPointerUp={handleEnd}
        onKeyUp={handleEnd}
        onBlur={handleEnd}
        className="min-h-11 w-full accent-violet"
      />
    </label>
  )
}
