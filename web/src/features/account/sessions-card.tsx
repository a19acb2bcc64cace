import { Monitor } from 'lucide-react'
import { useState } from 'react'
import { revokeSession } from '../../../../contract/security-calls.ts'
import type { Session, getSessions } from '../../../../contract/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import type { useCall } from '../../lib/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNote } from '../../ui/notes.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LogOutEverywhere } from './log-out-everywhere.tsx'
import { formatDateTime } from '../../lib/format-time.ts'

interface SessionsCardProps {
  sessions: ReturnType<typeof useCall<typeof getSessions>>
}

/** Lists the account's sessions. Each of the others can be logged out, or all at once. */
export function SessionsCard({ sessions: { data, error, isFetching, refetch, setData } }: SessionsCardProps) {
  const remove = (id: string) =>
    setData((now) => now && { sessions: now.sessions.filter((session) => session.id !== id) })
  return (
    <Card id="sessions" title={m.sessions_title()} hint={m.sessions_hint()}>
      {data && (
        <ul className="divide-y divide-line">
          {data.sessions.map((session) => (
            <SessionRow key={session.id} session={session} onRevoked={() => remove(session.id)} />
          ))}
        </ul>
      )}
      {!data && error && !isFetching && <ErrorNote text={m.sessions_failed()} onRetry={refetch} />}
      {!data && (!error || isFetching) && <RowSkeletons />}
      {data && <LogOutEverywhere />}
    </Card>
  )
}

function SessionRow({ session, onRevoked }: { session: Session; onRevoked: () => void }) {
  const { id, device, lastSeenAt, isCurrent } = session
  const [isBusy, setIsBusy] = useState(false)

  async function handleRevoke() {
    setIsBusy(true)
    try {
      await call(revokeSession, { body: { id } })
      toast.success(m.sessions_revoked({ device }))
      onRevoked()
    } catch {
      setIsBusy(false) // already shown as a toast
    }
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
          state={isBusy ? 'busy' : 'idle'}
          onClick={() => void handleRevoke()}
        >
          {m.header_log_out()}
        </Button>
      )}
    </li>
  )
}

function RowSkeletons() {
  return (
    <output aria-label={m.loading()} className="block">
      <Skeleton className="h-14 w-full" />
      <Skeleton className="mt-3 h-14 w-full" />
    </output>
  )
}
