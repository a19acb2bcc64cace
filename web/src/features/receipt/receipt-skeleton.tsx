import { m } from '../../../../i18n/compiled/messages.js'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The skeleton of a receipt. */
export function ReceiptSkeleton() {
  return (
    <output aria-label={m.receipt_loading()} className="flex flex-col items-center gap-4">
      <Skeleton className="h-9 w-64 max-w-full" />
      <Skeleton className="h-5 w-80 max-w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-80 w-full" />
    </output>
  )
}
