import { Monitor } from 'lucide-react'
import { logOutEverywhere, revokeSession } from '../../../../contract/accounts/security-calls.ts'
import type { Session, getSessions } from '../../../../contract/accounts/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import type { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { endSession, whileEndingSession } from '../../lib/accounts/session.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface SessionsCardProps {
  sessions: ReturnType<typeof useCall<typeof getSessions>>
}

/** Lists the account's sessions, with buttons to log out each of the others or all of them. */
export function SessionsCard({ sessions }: SessionsCardProps) {
  const remove = (id: string) =>
    sessions.setData((now) => now && { sessions: now.sessions.filter((session) => session.id !== id) })
  return (
    <Card id="sessions" title={m.sessions_title()} hint={m.sessions_hint()}>
      <Loadable loaded={sessions} failedText={m.sessions_failed()} skeleton={<BlockSkeletons count={2} />}>
        {(found) => (
          <List items={found.sessions}>
            {(session) => (
              <SessionRow key={session.id} session={session} onRevoked={() => remove(session.id)} />
            )}
          </List>
        )}
      </Loadable>
      {sessions.data && <LogOutEverywhere />}
    </Card>
  )
}

function SessionRow({ session, onRevoked }: { session: Session; onRevoked: () => void }) {
  const { id, device, lastSeenAt, isCurrent } = session
  const { isBusy, run } = useAction()

  async function handleRevoke() {
    await run(async () => {
      await call(revokeSession, { body: { id } })
      toast.success(m.sessions_revoked({ device }))
      onRevoked()
    })
  }
  return (
    <li className="flex min-h-16 items-center gap-4 py-2">
      <Monitor aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <p className="font-semibold break-words">{device}</p>
        <p className="text-sm text-muted">
          {isCurrent ? m.sessions_current() : m.sessions_seen({ time: formatDateTime(lastSeenAt) })}
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="small"
          aria-label={m.sessions_revoke_label({ device })}
          isBusy={isBusy}
          onClick={() => void handleRevoke()}
        >
          {m.header_log_out()}
        </Button>
      )}
    </li>
  )
}

/** Logs out every session of the account, including this one, after a confirmation dialog. */
function LogOutEverywhere() {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, run } = useAction()

  async function handleConfirm() {
    await run(async () => {
      await whileEndingSession(async () => {
        await call(logOutEverywhere)
        await endSession()
      })
      void navigate('/')
    })
  }
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Button onClick={() => setIsOpen(true)}>{m.sessions_everywhere()}</Button>
      <Dialog
        title={m.sessions_everywhere_title()}
        description={m.sessions_everywhere_text()}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <div className="grid gap-2">
          <Button
            kind="danger"
            size="large"
            isBusy={isBusy}
            busyLabel={m.signup_busy()}
            onClick={() => void handleConfirm()}
          >
            {m.sessions_everywhere()}
          </Button>
          <Button kind="quiet" onClick={() => setIsOpen(false)}>
            {m.action_cancel()}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
