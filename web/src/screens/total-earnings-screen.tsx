import { useParams } from 'react-router-dom'
import { getTotalEarnings } from '../../../contract/insight-calls.ts'
import { m } from '../../../i18n/compiled/messages.js'
import { TotalEarnings, TotalEarningsSkeleton } from '../features/insights/total-earnings.tsx'
import { useLive } from '../lib/live.ts'
import { useSession } from '../lib/session.ts'
import { useCall } from '../lib/use-call.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyNote, ErrorNote } from '../ui/notes.tsx'

/**
 * What a creator has raised, per goal and in total; visible only to the creator. Renders inside the protected layout.
 */
export function TotalEarningsScreen() {
  useTitle(m.earnings_title())
  const { user } = useSession()
  const userName = (useParams().username ?? '').toLowerCase()
  if (!user) return null
  return (
    <div className="mx-auto max-w-3xl px-4 pt-6 pb-16 sm:px-6 sm:pt-10">
      <h1 className="mb-5 text-2xl sm:text-3xl">{m.earnings_title()}</h1>
      {user.brimfulUserName === userName ? <Own uid={user.uid} /> : <NotOwn userName={userName} />}
    </div>
  )
}

function Own({ uid }: { uid: string }) {
  const { data, error, refetch } = useCall(getTotalEarnings)
  useLive({ userUID: uid }, { goals: refetch, onReturn: refetch })
  if (data) return <TotalEarnings earnings={data} />
  if (error) return <ErrorNote text={m.insights_failed()} onRetry={refetch} />
  return <TotalEarningsSkeleton />
}

function NotOwn({ userName }: { userName: string }) {
  return (
    <EmptyNote text={m.earnings_not_yours()}>
      <ButtonLink to={`/user/${userName}/current-goals`} kind="primary">
        {m.creator_all_goals()}
      </ButtonLink>
    </EmptyNote>
  )
}
