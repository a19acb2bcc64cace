import { m } from '../../../../i18n/compiled/messages.js'
import { CreatorOffer } from '../../features/settings/creator-offer.tsx'
import { Studio } from '../../features/settings/studio/studio.tsx'
import { isCreator, useSession } from '../../lib/accounts/session.ts'
import { useTitle } from '../../lib/pages/use-title.ts'

/** The studio in the whole window. Renders inside the protected layout, so that a user is signed in. */
export function StudioScreen() {
  useTitle(m.studio_title())
  const { user, profile } = useSession()
  if (!user) return null
  return (
    <main id="content" className="min-h-dvh">
      {isCreator(user) ? <Studio user={user} profile={profile} /> : <CreatorOffer heading="h1" />}
    </main>
  )
}
