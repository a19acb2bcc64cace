import { m } from '../../../../i18n/compiled/messages.js'
import type { LiveStatus } from '../../lib/calls/live.ts'

/** Shows a note while the live connection is lost. */
export function LiveNote({ status }: { status: LiveStatus }) {
  return (
    <output className="pointer-events-none sticky top-18 z-20 flex h-0 justify-center px-4">
      {status === 'lost' && (
        <span className="mt-2 h-fit animate-fade rounded-full border border-line bg-card px-4 py-1.5 text-sm text-muted shadow-soft">
          {m.creator_live_lost()}
        </span>
      )}
    </output>
  )
}
