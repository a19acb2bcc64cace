import { Outlet } from 'react-router-dom'
import { CreatorOffer } from '../features/settings/creator-offer.tsx'
import { isCreator, useSession } from '../lib/session.ts'

/** Lets creators pass; a supporter is offered to become one. Stands inside the protected layout. */
export function CreatorOnlyLayout() {
  const { user } = useSession()
  return user && isCreator(user) ? <Outlet /> : <CreatorOffer />
}
