import { useState } from 'react'
import { endFailedItem, listFailedItems } from '../../../../contract/admin/payment-life-calls.ts'
import type { FailedItem } from '../../../../contract/admin/payment-life-calls.ts'
import type { CallResponse } from '../../../../contract/call.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'
import { ReasonForm } from './reason-form.tsx'
import { toWord } from './words.ts'

type Failed = CallResponse<typeof listFailedItems>[number]
type Decision = 'retry' | 'drop'

/** Deliveries, webhooks and other work on payments that gave up. An admin tries each once more, or drops it. */
export function FailedCard() {
  const found = useCall(listFailedItems)
  return (
    <Card id="failed" title={m.admin_failed()} hint={m.admin_failed_hint()}>
      <Loadable loaded={found} failedText={m.admin_failed_failed()} skeleton={<BlockSkeletons count={1} />}>
        {(items) => (
          <List items={items} empty={<EmptyNote text={m.admin_failed_empty()} />}>
            {(failed) => <Row key={nameOf(failed.item)} failed={failed} onEnded={found.refetch} />}
          </List>
        )}
      </Loadable>
    </Card>
  )
}

function Row({ failed: { item, at, reason: problem }, onEnded }: { failed: Failed; onEnded: () => void }) {
  const [decision, setDecision] = useState<Decision>()
  const decisions: Decision[] =
    item.kind === 'delivery' || item.kind === 'webhook' ? ['retry', 'drop'] : ['retry']
  return (
    <li className="py-3 wrap-anywhere first:pt-0">
      <p className="font-semibold">{nameOf(item)}</p>
      <p className="text-sm">{problem}</p>
      <p className="text-sm text-muted">{formatDateTime(at)}</p>
      {decision ? (
        <ReasonForm
          submit={decisionTexts[decision]()}
          onCancel={() => setDecision(undefined)}
          onReason={async (values) => {
            await call(endFailedItem, { body: { item, decision, ...values } }, { errorsTo: 'caller' })
            onEnded()
          }}
        />
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          {decisions.map((one) => (
            <Button key={one} size="small" onClick={() => setDecision(one)}>
              {decisionTexts[one]()}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}

const decisionTexts: Record<Decision, () => string> = { retry: m.admin_retry, drop: m.admin_drop }

function nameOf(item: FailedItem): string {
  return item.kind === 'delivery'
    ? `${toWord(item.destination)} ${item.eventId}`
    : `${toWord(item.kind)} ${item.key}`
}
