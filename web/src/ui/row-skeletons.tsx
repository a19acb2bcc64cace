import { Skeleton } from './skeleton.tsx'

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
