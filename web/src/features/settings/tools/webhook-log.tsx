import { getWebhookLog, sendWebhooksAgain } from '../../../../../contract/tools/webhook-calls.ts'
import type {
  WebhookDelivery,
  WebhookProblem,
  WebhookTry,
} from '../../../../../contract/tools/webhook-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { formatDateTime, formatTimeAgo, useNow } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { List, Loadable } from '../../../ui/loadable.tsx'
import { EmptyNote } from '../../../ui/notes.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'

const refetchMs = 5_000

/** The latest deliveries to an endpoint with the status of each attempt. */
export function WebhookLog({ endpointId }: { endpointId: string }) {
  const found = useCall(getWebhookLog, { query: { id: endpointId } }, { refetchInterval: refetchMs })
  return (
    <div className="mt-3 rounded-card border border-line p-3">
      <Loadable
        loaded={found}
        failedText={m.webhooks_log_failed()}
        skeleton={<RowSkeletons label={m.webhooks_log_loading()} />}
      >
        {({ deliveries }) => (
          <List
            items={deliveries}
            aria-label={m.webhooks_log()}
            empty={<EmptyNote text={m.webhooks_log_empty()} />}
          >
            {(delivery) => (
              <DeliveryRow key={delivery.id} {...{ delivery, endpointId }} onSentAgain={found.refetch} />
            )}
          </List>
        )}
      </Loadable>
    </div>
  )
}

interface DeliveryRowProps {
  delivery: WebhookDelivery
  endpointId: string
  onSentAgain: () => void
}

const states: Record<WebhookDelivery['status'], () => string> = {
  waiting: m.webhooks_state_waiting,
  sent: m.webhooks_state_sent,
  gaveUp: m.webhooks_state_gave_up,
}

function DeliveryRow({ delivery, endpointId, onSentAgain }: DeliveryRowProps) {
  const { id, type, status, mayHaveArrived, createdAt, nextAt, tries } = delivery
  const now = useNow()
  const { isBusy, run } = useAction()

  async function handleSendAgain() {
    const body = { id: endpointId, deliveryId: id }
    if (!(await run(() => call(sendWebhooksAgain, { body })))) return
    toast.success(m.webhooks_sent_again({ count: 1 }))
    onSentAgain()
  }
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2 text-sm">
      <div className="min-w-0 grow">
        <p>
          <code className="font-mono">{type}</code> · {states[status]()} ·{' '}
          <time dateTime={createdAt}>{formatTimeAgo(createdAt, now)}</time>
        </p>
        <ol className="text-muted">
          {tries.map((attempt) => (
            <li key={attempt.at}>{describeTry(attempt)}</li>
          ))}
        </ol>
        {mayHaveArrived && <p className="font-semibold">{m.webhooks_may_have_arrived()}</p>}
        {nextAt && tries.length > 0 && (
          <p className="text-muted">{m.webhooks_next({ time: formatDateTime(nextAt) })}</p>
        )}
      </div>
      {status !== 'waiting' && (
        <Button size="small" isBusy={isBusy} onClick={() => void handleSendAgain()}>
          {m.webhooks_send_one_again()}
        </Button>
      )}
    </li>
  )
}

const problems: Record<WebhookProblem, () => string> = {
  private: m.webhooks_problem_private,
  timeout: m.webhooks_problem_timeout,
  tls: m.webhooks_problem_tls,
  lost: m.webhooks_problem_lost,
  connection: m.webhooks_problem_connection,
}

function describeTry({ at, status, problem, milliseconds }: WebhookTry): string {
  const result = status === null ? problems[problem ?? 'connection']() : String(status)
  return m.webhooks_try({ time: formatDateTime(at), result, milliseconds })
}
