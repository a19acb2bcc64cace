import { m } from '../../../i18n/compiled/messages.js'
import { Card } from './card.tsx'
import { Skeleton } from './skeleton.tsx'

/** The skeleton of a settings card. */
export function CardSkeleton() {
  return (
    <Card>
      <output aria-label={m.settings_loading()} className="block">
        <Skeleton className="h-7 w-44" />
        <Skeleton className="mt-2 h-4 w-64 max-w-full" />
        {[0, 1, 2].map((row) => (
          <div key={row} className="mt-6 flex items-center gap-3">
            <Skeleton className="h-7 w-12 shrink-0 rounded-full" />
            <Skeleton className="h-5 w-56" />
          </div>
        ))}
      </output>
    </Card>
  )
}
