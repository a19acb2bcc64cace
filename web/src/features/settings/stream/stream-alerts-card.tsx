import { BellRing } from 'lucide-react'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { toMinorUnits } from '../../../../../contract/money/minor-units.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { AlertPreview } from './alert-preview.tsx'
import { AlertAddress } from './alert-address.tsx'
import { SampleAlerts } from './sample-alerts.tsx'
import { sendTestAlert } from '../../../../../contract/goals/goal-calls.ts'
import { CallError } from '../../../lib/calls/call-error.ts'
import { call } from '../../../lib/calls/call.ts'
import { isOverlayOpen } from '../../../lib/alerts/is-overlay-open.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'

interface StreamAlertsCardProps {
  uid: string
  currency: PayoutCurrency | null
  /** How often the key was replaced since the page was opened, and what to do when it is replaced. */
  keyCount: number
  onReplaced: () => void
}

/** The overlay's address for OBS, a preview of an alert, and a button to send a test alert. */
export function StreamAlertsCard({ uid, currency, keyCount, onReplaced }: StreamAlertsCardProps) {
  return (
    <Card id="stream-alerts" title={m.stream_title()} hint={m.stream_hint()}>
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <AlertAddress {...{ uid, keyCount, onReplaced }} />
          <a
            href="#obs-setup"
            className="inline-flex min-h-11 items-center self-start font-semibold text-violet underline underline-offset-3 hover:no-underline"
          >
            {m.obs_setup()}
          </a>
          <TestAlert uid={uid} currency={currency} />
          <SampleAlerts />
        </div>
        <AlertPreview currency={currency} />
      </div>
    </Card>
  )
}

function TestAlert({ uid, currency }: Pick<StreamAlertsCardProps, 'uid' | 'currency'>) {
  const { isBusy, run } = useAction()

  async function handleClick() {
    const body = { userUID: uid, currency, ...testAlert }
    const send = () => call(sendTestAlert, { body }, { errorsTo: 'caller' })
    if (!(await run(send, explain))) return
    toast.success(m.stream_test_sent())
    if (!(await isOverlayOpen())) toast.info(m.stream_test_unseen())
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
        {m.stream_test_hint({
          amount: formatAmount(toMinorUnits(testAlert.amount, currency ?? 'usd'), currency),
        })}
      </p>
    </div>
  )
}

/** The data of a test alert; `amount` is in whole units. */
const testAlert = { donorName: 'TestUser', amount: 5, goalTitle: 'Test Goal' } as const

/** Returns the text of an HTTP error status; without a readable response, a general text. */
function explain(error: unknown): string {
  const isRefusal = error instanceof CallError && error.status !== undefined && error.status !== 200
  return isRefusal ? m.stream_test_refused({ status: statusText(error.status ?? 0) }) : m.stream_test_failed()
}

/** The texts of HTTP statuses (RFC 9110). HTTP/2 responses contain only the number. */
const names: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** Returns the text of an HTTP status, or the number when it is unusual. */
function statusText(status: number): string {
  return names[status] ?? String(status)
}
