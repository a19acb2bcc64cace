import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useSession } from '../lib/session.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'

/** Lets only the signed-in pass; a stranger logs in first and comes back here. */
export function ProtectedLayout() {
  const { status } = useSession()
  const { pathname, search, hash } = useLocation()
  switch (status) {
    case 'unknown':
      return <LoadingScreen />
    case 'stranger':
      return <Navigate to="/account" replace state={{ from: pathname + search + hash }} />
    case 'signed-in':
      return <Outlet />
  }
}
