import { useParams } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { GoalDetails } from '../features/goals/goal-details.tsx'
import { ReopenNote } from '../features/goals/reopen-note.tsx'
import { TipJump } from '../features/tip/tip-jump.tsx'
import { useSiteSettings } from '../lib/site-settings.ts'
import { useTitle } from '../lib/use-title.ts'
import { ErrorNote } from '../ui/notes.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { CreatorBoard, CreatorColumns, CreatorColumnsSkeleton } from './creator-columns.tsx'
import { useCreatorContext } from './creator-layout.tsx'
import { GoalMissing } from './with-goal.tsx'
import { GoalTip } from './goal-tip.tsx'

/** A goal with all its details and its tip box. */
export function GoalScreen() {
  const page = useCreatorContext()
  const { creator, goals } = page
  const { goaluuid } = useParams()
  const goal = goals.data?.find((one) => one.goaluuid === goaluuid)
  const site = useSiteSettings()?.publicUrl ?? window.location.origin
  useTitle(goal && `${goal.title} · ${creator.displayName}`)

  if (goals.hasFailed) return <ErrorNote text={m.creator_goals_failed()} onRetry={goals.retry} />
  if (!goals.data) return <CreatorColumnsSkeleton />
  if (!goal) return <GoalMissing userName={creator.userName} />
  const list = goal.status === 'ACTIVE' ? 'current-goals' : 'completed-goals'
  const address = `/${creator.userName}/${list}/${goal.goaluuid}`
  return (
    <>
      <p className="mb-2">
        <TextLink to={`/${creator.userName}/current-goals`} className="inline-flex min-h-11 items-center">
          {m.creator_all_goals()}
        </TextLink>
      </p>
      <ReopenNote goal={goal} userName={creator.userName} />
      <CreatorColumns>
        <GoalDetails goal={goal} shareUrl={site.replace(/\/$/, '') + address} />
        <GoalTip key={goal.goaluuid} page={page} goal={goal} />
        <CreatorBoard page={page} />
        {goal.status === 'ACTIVE' && <TipJump />}
      </CreatorColumns>
    </>
  )
}
