import { useParams } from 'react-router-dom'
import { getTotalEarnings } from '../../../../contract/insights/insight-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { TotalEarnings, TotalEarningsSkeleton } from '../../features/insights/total-earnings.tsx'
import { useLive } from '../../lib/calls/live.ts'
import { useSession } from '../../lib/accounts/session.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/**
 * What a creator has raised, per goal and in total; visible only to the creator. Renders inside the protected layout.
 */
export function TotalEarningsScreen() {
  useTitle(m.earnings_title())
  const { user } = useSession()
  const userName = (useParams().username ?? '').toLowerCase()
  if (!user) return null
  return (
    <div className="max-w-3xl">
      <h1 className="mb-5 text-2xl sm:text-3xl">{m.earnings_title()}</h1>
      <TextLink to={`/user/${userName}/current-goals`} className="mb-3 inline-flex min-h-11 items-center">
        {m.goals_title()}
      </TextLink>
      {user.brimfulUserName === userName ? (
        <Own uid={user.uid} userName={userName} />
      ) : (
        <NotOwn userName={userName} />
      )}
    </div>
  )
}

function Own({ uid, userName }: { uid: string; userName: string }) {
  const found = useCall(getTotalEarnings)
  useLive({ userUID: uid }, { goals: found.refetch, onReturn: found.refetch })
  return (
    <Loadable loaded={found} failedText={m.insights_failed()} skeleton={<TotalEarningsSkeleton />}>
      {(earnings) => <TotalEarnings earnings={earnings} userName={userName} />}
    </Loadable>
  )
}

function NotOwn({ userName }: { userName: string }) {
  return (
    <EmptyNote
      text={m.earnings_not_yours()}
      to={`/user/${userName}/current-goals`}
      label={m.creator_all_goals()}
    />
  )
}
