import { m } from '../../../../i18n/compiled/messages.js'
import { RowSkeletons, Skeleton } from '../../ui/skeleton.tsx'

/** The shape of the panel while it loads. */
export function PanelSkeleton() {
  return (
    <div>
      <div className="grid grid-cols-2 gap-2">
        {Array.from({ length: 4 }, (_, i) => (
          <Skeleton key={i} className="h-16" />
        ))}
      </div>
      <RowSkeletons label={m.panel_loading()} />
    </div>
  )
}
