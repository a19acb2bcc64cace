import { BellRing, ExternalLink } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PayoutCurrency } from '../../../../contract/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { showMoney } from '../../lib/show-money.ts'
import { useSiteUrl } from '../../lib/site-settings.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { AlertPreview } from './alert-preview.tsx'
import { sendTestAlert, testAlert } from './test-alert.ts'

interface StreamAlertsCardProps {
  uid: string
  currency: PayoutCurrency | null
}

/** The address for broadcast software, how an alert looks, and a way to try it. */
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
  const field = useRef<HTMLInputElement>(null)
  const address = `${useSiteUrl()}/streamalerts?userUID=${uid}`

  function handleCopyFailed() {
    field.current?.focus()
    field.current?.select()
    toast.info(m.stream_copy_failed())
  }
  return (
    <div>
      <Field
        ref={field}
        label={m.stream_url()}
        value={address}
        readOnly
        className="text-ellipsis"
        onFocus={(event) => event.target.select()}
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-2">
        <CopyButton
          text={address}
          onCopied={() => toast.success(m.stream_copied())}
          onFailed={handleCopyFailed}
        />
        <a
          href={address}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-semibold text-violet hover:bg-ink/6"
        >
          {m.stream_open()}
          <ExternalLink aria-hidden className="size-4" />
        </a>
      </div>
    </div>
  )
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
        state={isBusy ? 'busy' : 'idle'}
        busyLabel={m.stream_test_busy()}
        onClick={() => void handleClick()}
      >
        <BellRing aria-hidden className="size-4" />
        {m.stream_test()}
      </Button>
      <p className="mt-2 text-sm text-muted">
        {m.stream_test_hint({ amount: showMoney(testAlert.amount * 100, currency) })}
      </p>
    </div>
  )
}
