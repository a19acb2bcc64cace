import { m } from '../../../../i18n/compiled/messages.js'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The shape of the payment button while it is on the way. */
export function PayAreaSkeleton() {
  return (
    <output aria-label={m.paypal_loading()} className="block">
      <Skeleton className="h-13 w-full rounded-full" />
    </output>
  )
}
