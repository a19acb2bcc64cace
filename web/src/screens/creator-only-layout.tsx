import { Outlet } from 'react-router-dom'
import { CreatorOffer } from '../features/settings/creator-offer.tsx'
import { isCreator, useSession } from '../lib/accounts/session.ts'

interface CreatorOnlyLayoutProps {
  /** `h1` if the offer is the whole page. */
  heading?: 'h1' | 'h2'
}

/** Shows its content to creators, and offers supporters to become one. Renders inside the protected layout. */
export function CreatorOnlyLayout({ heading = 'h2' }: CreatorOnlyLayoutProps) {
  const { user } = useSession()
  return user && isCreator(user) ? <Outlet /> : <CreatorOffer heading={heading} />
}

/** A page for creators only; supporters see the offer to become one, under an `h1`. */
export function CreatorOnlyPage() {
  return <CreatorOnlyLayout heading="h1" />
}
