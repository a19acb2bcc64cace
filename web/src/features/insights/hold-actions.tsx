import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { ReceivedTip } from '../../../../contract/insights/insight-calls.ts'
import { endHold } from '../../../../contract/payments/tip-rule-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { formatAmount } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'

type Action = 'release' | 'dismiss'

interface HoldActionsProps {
  tip: ReceivedTip
  onEnded: () => void
}

/** The actions on a held tip, which only the creator can see: release or dismiss it. */
export function HoldActions({
  tip: { id, name, amount, currency, isHeldForWords },
  onEnded,
}: HoldActionsProps) {
  const [busy, setBusy] = useState<Action>()
  const about = { name, amount: formatAmount(amount, currency) }

  async function handleEnd(action: Action) {
    setBusy(action)
    const isDone = await call(endHold, { body: { tipId: id, action } }).then(
      () => true,
      () => false, // the failure was already shown as a toast
    )
    setBusy(undefined)
    if (!isDone) return
    toast.success(action === 'release' ? m.hold_released() : m.hold_dismissed())
    onEnded()
  }
  return (
    <div className="mt-2 rounded-card bg-amber/15 p-3">
      <p className="flex items-start gap-2 text-sm">
        <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{isHeldForWords ? m.hold_note_words() : m.hold_note()}</span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          kind="dark"
          size="small"
          isBusy={busy === 'release'}
          disabled={busy !== undefined}
          aria-label={m.hold_release_label(about)}
          onClick={() => void handleEnd('release')}
        >
          {m.hold_release()}
        </Button>
        <Button
          size="small"
          isBusy={busy === 'dismiss'}
          disabled={busy !== undefined}
          aria-label={m.hold_dismiss_label(about)}
          onClick={() => void handleEnd('dismiss')}
        >
          {m.hold_dismiss()}
        </Button>
      </div>
    </div>
  )
}
