import { useParams } from 'react-router-dom'
import { getSupporterCard } from '../../../../contract/goals/goal-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { SupporterCard } from '../../features/supporter/supporter-card.tsx'
import { CallError } from '../../lib/calls/call-error.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyNote, ErrorNote } from '../../ui/notes.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCreatorContext } from './creator-layout.tsx'

/** The page about one supporter of a creator, which everybody may see. */
export function SupporterScreen() {
  const { creator } = useCreatorContext()
  const useruid = useParams().useruid ?? ''
  const card = useCall(getSupporterCard, { query: { username: creator.userName, useruid } })
  return (
    // as high as most screens, so that what is below it is not seen moving while the card loads
    <div className="mx-auto flex min-h-[60dvh] max-w-xl flex-col gap-6">
      {card.data && (
        <SupporterCard supporter={card.data} creatorName={creator.displayName} currency={creator.currency} />
      )}
      {!card.data && !card.error && <Skeleton className="h-48" />}
      {!card.data && card.error && !isMissing(card.error) && (
        <ErrorNote text={card.error.message} onRetry={card.refetch} />
      )}
      {!card.data && isMissing(card.error) && (
        <EmptyNote text={m.supporter_missing({ name: creator.displayName })} />
      )}
      {(card.data || card.error) && (
        <p className="text-center">
          <ButtonLink to={`/${creator.userName}/current-goals`} kind="primary">
            {m.creator_all_goals()}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

/** Returns whether an error means that no supporter has this id, or that it is invalid. */
function isMissing(error: Error | null): boolean {
  return (
    error instanceof CallError && (error.status === 404 || error.status === 400 || error.kind === 'input')
  )
}
