import { getFeaturedCreators } from '../../../contract/account-calls.ts'
import { m } from '../../../i18n/compiled/messages.js'
import { CreatorCard, CreatorCardSkeleton } from '../features/explore/creator-card.tsx'
import { useCall } from '../lib/use-call.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyNote, ErrorNote } from '../ui/notes.tsx'

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** The creators that the site features. */
export function FeaturedScreen() {
  useTitle(m.featured_title())
  const { data: creators, error, refetch } = useCall(getFeaturedCreators)
  return (
    <div className="mx-auto max-w-6xl px-4 pt-10 pb-20 sm:px-6 sm:pt-16">
      <h1 className="text-center text-3xl sm:text-4xl">{m.featured_title()}</h1>
      <p className="mt-3 mb-10 text-center text-lg text-muted">{m.featured_intro()}</p>
      {!creators && error && <ErrorNote text={m.featured_failed()} onRetry={refetch} />}
      {!creators && !error && (
        <output aria-label={m.featured_loading()} className={grid}>
          {['a', 'b', 'c'].map((place) => (
            <CreatorCardSkeleton key={place} />
          ))}
        </output>
      )}
      {creators?.length === 0 && <EmptyNote text={m.featured_empty()} />}
      {creators && creators.length > 0 && (
        <ul className={grid}>
          {creators.map((creator) => (
            <li key={creator.uid} className="grid">
              <CreatorCard creator={creator} />
            </li>
          ))}
        </ul>
      )}
      {creators && (
        <p className="mt-10 text-center">
          <ButtonLink to="/explore" kind="primary">
            {m.featured_all()}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}
