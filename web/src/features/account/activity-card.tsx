import { listAccountEvents } from '../../../../contract/accounts/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useBefore } from '../../lib/payments/use-before.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { AccountEvents } from '../../parts/accounts/account-events.tsx'
import { Card } from '../../ui/card.tsx'

/** Who has logged in to the account or tried to, and which of its keys changed. */
export function ActivityCard() {
  const page = useBefore()
  const found = useCall(listAccountEvents, { query: page.query })
  return (
    <Card id="activity" title={m.events_title()} hint={m.events_hint()}>
      <AccountEvents found={found} page={page} />
    </Card>
  )
}
