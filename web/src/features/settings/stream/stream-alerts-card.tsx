import { BellRing } from 'lucide-react'
import { useState } from 'react'
import type { PayoutCurrency } from '../../../../../contract/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../../lib/format-amount.ts'
import { useSiteUrl } from '../../../lib/site-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { AlertPreview } from './alert-preview.tsx'
import { OverlayAddress } from '../overlay-address.tsx'
import { sendTestAlert, testAlert } from './send-test-alert.ts'

interface StreamAlertsCardProps {
  uid: string
  currency: PayoutCurrency | null
}

/** The overlay's address for OBS, a preview of an alert, and a button to send a test alert. */
export function StreamAlertsCard({ uid, currency }: StreamAlertsCardProps) {
  return (
    <Card id="stream-alerts" title={m.stream_title()} hint={m.stream_hint()}>
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <AlertAddress uid={uid} />
          <TestAlert uid={uid} currency={currency} />
        </div>
        <AlertPreview currency={currency} />
      </div>
    </Card>
  )
}

function AlertAddress({ uid }: { uid: string }) {
  const address = `${useSiteUrl()}/streamalerts?userUID=${uid}`
  return <OverlayAddress label={m.stream_url()} address={address} copiedText={m.stream_copied()} />
}

function TestAlert({ uid, currency }: StreamAlertsCardProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function handleClick() {
    setIsBusy(true)
    await sendTestAlert(uid, currency)
    setIsBusy(false)
  }
  return (
    <div>
      <Button
        kind="primary"
        isBusy={isBusy}
        busyLabel={m.stream_test_busy()}
        onClick={() => void handleClick()}
      >
        <BellRing aria-hidden className="size-4" />
        {m.stream_test()}
      </Button>
      <p className="mt-2 text-sm text-muted">
        {m.stream_test_hint({ amount: formatAmount(testAlert.amount * 100, currency) })}
      </p>
    </div>
  )
}
