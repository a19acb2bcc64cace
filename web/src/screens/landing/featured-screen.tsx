import { getFeaturedCreators } from '../../../../contract/accounts/account-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { SiteHeader } from '../../features/site-header/site-header.tsx'
import { CreatorGrid, CreatorGridSkeleton } from '../../features/explore/creator-grid.tsx'
import { useCall } from '../../lib/calls/use-call.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { PageFrame } from '../page-frame.tsx'

/** The creators that the site features, in the layout of the landing page. */
export function FeaturedScreen() {
  useTitle(m.featured_title())
  const featured = useCall(getFeaturedCreators)
  return (
    <PageFrame header={<SiteHeader />}>
      <div className="mx-auto max-w-6xl px-4 pt-10 pb-20 sm:px-6 sm:pt-16">
        <h1 className="text-center text-3xl sm:text-4xl">{m.featured_title()}</h1>
        <p className="mt-3 mb-10 text-center text-lg text-muted">{m.featured_intro()}</p>
        <Loadable
          loaded={featured}
          failedText={m.featured_failed()}
          skeleton={<CreatorGridSkeleton label={m.featured_loading()} count={3} />}
        >
          {(creators) => (
            <>
              <CreatorGrid creators={creators} empty={<EmptyNote text={m.featured_empty()} />} />
              <p className="mt-10 text-center">
                <ButtonLink to="/explore" kind="primary">
                  {m.featured_all()}
                </ButtonLink>
              </p>
            </>
          )}
        </Loadable>
      </div>
    </PageFrame>
  )
}
