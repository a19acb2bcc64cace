import { Outlet } from 'react-router-dom'
import { CreatorOffer } from '../features/settings/creator-offer.tsx'
import { isCreator, useSession } from '../lib/session.ts'

interface CreatorOnlyLayoutProps {
  /** The offer is the whole page where nothing around it has a heading. */
  heading?: 'h1' | 'h2'
}

/** Lets creators pass; a supporter is offered to become one. Stands inside the protected layout. */
export function CreatorOnlyLayout({ heading = 'h2' }: CreatorOnlyLayoutProps) {
  const { user } = useSession()
  return user && isCreator(user) ? <Outlet /> : <CreatorOffer heading={heading} />
}

/** The same where nothing stands around it. */
export function CreatorOnlyPage() {
  return <CreatorOnlyLayout heading="h1" />
}
