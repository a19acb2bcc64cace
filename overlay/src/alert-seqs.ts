/** Which alerts are shown as one. Not in `merge-alerts.ts`, because another chunk needs it. */
import type { QueuedAlert } from './alert-queue.ts'
import type { MergedAlert } from './merge-alerts.ts'
import type { MergedShow } from './merge-shows.ts'

/** Returns the sequence numbers of the alerts that are shown as one. */
export function seqsOf(alert: QueuedAlert | MergedAlert | MergedShow): readonly number[] {
  return 'mergedSeqs' in alert ? alert.mergedSeqs : [alert.seq]
}
