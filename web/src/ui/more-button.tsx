import { m } from '../../../i18n/compiled/messages.js'
import { Button } from './button.tsx'

interface MoreButtonProps {
  list: { hasMore: boolean; isLoadingMore: boolean; loadMore: () => void }
}

/** The button that loads more of a list. Renders nothing when the list is complete. */
export function MoreButton({ list: { hasMore, isLoadingMore, loadMore } }: MoreButtonProps) {
  if (!hasMore) return null
  return (
    <div className="border-t border-line p-3 text-center">
      <Button kind="quiet" size="small" isBusy={isLoadingMore} busyLabel={m.loading()} onClick={loadMore}>
        {m.action_more()}
      </Button>
    </div>
  )
}
