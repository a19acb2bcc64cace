import { m } from '../../../../i18n/compiled/messages.js'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The skeleton of the payment button. */
export function PayAreaSkeleton() {
  return (
    <output aria-label={m.loading()} className="block">
      <Skeleton className="h-13 w-full rounded-full" />
    </output>
  )
}
