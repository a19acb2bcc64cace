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

/** The skeleton of a list of rows. */
export function RowSkeletons({ label, count = 4 }: { label: string; count?: number }) {
  return (
    <output aria-label={label} className="block divide-y divide-line">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex items-center gap-3 py-3">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grow">
            <Skeleton className="h-5 w-48 max-w-full" />
            <Skeleton className="mt-2 h-4 w-24" />
          </div>
          <Skeleton className="h-6 w-14" />
        </div>
      ))}
    </output>
  )
}
