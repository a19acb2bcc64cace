import { useState } from 'react'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { getStreamTotal, startStreamTotal } from '../../../../../contract/alerts/widget-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { formatAmount, formatDateTime } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** How often the total is read again while it is shown, in milliseconds. */
const refetchMs = 10_000

/** Says when the total of this stream began to count, and lets it start from zero after a question. */
export function StreamTotal({ currency }: { currency: PayoutCurrency | null }) {
  const total = useCall(getStreamTotal, {}, { refetchInterval: refetchMs })
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useAction()

  async function handleStart() {
    const isStarted = await run(async () => {
      const started = await call(startStreamTotal, {})
      total.setData(() => started)
    })
    setIsAsking(false)
    if (isStarted) toast.success(m.widget_stream_started())
  }
  return (
    <Loadable loaded={total} failedText={m.widget_stream_failed()} skeleton={<Skeleton className="h-20" />}>
      {({ amount, startedAt }) => {
        const sum = formatAmount(amount, currency)
        return (
          <div className="rounded-card bg-sunken p-4">
            <p className="text-sm">
              {startedAt
                ? m.widget_stream_since({ amount: sum, time: formatDateTime(startedAt) })
                : m.widget_stream_all({ amount: sum })}
            </p>
            <Button className="mt-3" onClick={() => setIsAsking(true)}>
              {m.widget_stream_start()}
            </Button>
            {isAsking && (
              <Dialog
                isOpen
                title={m.widget_stream_title()}
                description={m.widget_stream_text({ amount: sum })}
                onClose={() => setIsAsking(false)}
              >
                <Button
                  kind="primary"
                  size="large"
                  className="w-full"
                  isBusy={isBusy}
                  onClick={() => void handleStart()}
                >
                  {m.widget_stream_start()}
                </Button>
              </Dialog>
            )}
          </div>
        )
      }}
    </Loadable>
  )
}
