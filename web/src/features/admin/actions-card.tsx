import { useState } from 'react'
import { listAdminActions } from '../../../../contract/admin/manage-calls.ts'
import type { AdminAction } from '../../../../contract/admin/manage-calls.ts'
import { isolate } from '../../../../contract/text.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatDateTime } from '../../lib/format.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'
import { toWord } from './words.ts'

/** What admins did, the latest first. Nothing in this list can be changed. */
export function ActionsCard() {
  const [before, setBefore] = useState<number>()
  const found = useCall(listAdminActions, { query: before === undefined ? {} : { before } })
  return (
    <Card id="actions" title={m.admin_actions()} hint={m.admin_actions_hint()}>
      <Loadable loaded={found} failedText={m.admin_actions_failed()} skeleton={<BlockSkeletons count={2} />}>
        {({ actions, next }) => (
          <>
            <List items={actions} empty={<EmptyNote text={m.admin_actions_empty()} />}>
              {(action) => <Row key={action.id} action={action} />}
            </List>
            {next !== null && (
              <Button size="small" className="mt-4" onClick={() => setBefore(next)}>
                {m.statement_older()}
              </Button>
            )}
          </>
        )}
      </Loadable>
    </Card>
  )
}

function Row({ action: { at, by, isCommand, action, account, subject, reason } }: { action: AdminAction }) {
  const who = isCommand ? m.admin_by_command() : by === null ? m.invoice_erased() : `@${by}`
  const what = [toWord(action), account && `@${account}`, subject].filter(Boolean).join(' · ')
  return (
    <li className="py-3 wrap-anywhere first:pt-0">
      <p className="font-semibold">{what}</p>
      {reason && <p className="text-sm">{isolate(reason)}</p>}
      <p className="text-sm text-muted">
        {who} · {formatDateTime(at)}
      </p>
    </li>
  )
}
