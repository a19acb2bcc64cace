interface LevelBarProps {
  /** How full it is: 1 is full, and more is shown as full. */
  level: number
}

/** A thin bar that shows a level. Screen readers skip it, because the amounts are written beside it. */
export function LevelBar({ level }: LevelBarProps) {
  return (
    <div aria-hidden className="my-1.5 h-2 overflow-hidden rounded-full bg-ink/8">
      <div
        className="h-full rounded-full bg-linear-90 from-amber to-coral"
        style={{ width: `${Math.min(level, 1) * 100}%` }}
      />
    </div>
  )
}
