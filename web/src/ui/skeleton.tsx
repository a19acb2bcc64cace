import { clsx } from 'clsx'
import { m } from '../../../i18n/compiled/messages.js'

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

/** Some rows of equal height that are loading. */
export function BlockSkeletons({ count }: { count: number }) {
  return (
    <output aria-label={m.loading()} className="block">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={clsx('h-14 w-full', index > 0 && 'mt-3')} />
      ))}
    </output>
  )
}
