import { clsx } from 'clsx'

/** A shimmering placeholder for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={clsx(
        'animate-shimmer rounded-card bg-linear-90 from-ink/6 via-ink/12 to-ink/6 bg-size-[200%_100%]',
        className,
      )}
    />
  )
}
