import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { endRedirect, isRedirectingFrom } from '../../lib/navigation.ts'
import { useSession } from '../../lib/accounts/session.ts'
import { LoadingScreen } from '../../ui/loading-screen.tsx'

/** Shows its content to signed-in users. Others log in first and then return. */
export function ProtectedLayout() {
  const { status } = useSession()
  const { pathname, search, hash } = useLocation()
  const here = pathname + search + hash
  useEffect(() => endRedirect, [])
  switch (status) {
    case 'unknown':
      return <LoadingScreen />
    case 'signed-out':
      if (isRedirectingFrom(here)) return <LoadingScreen /> // a log-out or an expired session is already redirecting
      return <Navigate to="/account" replace state={{ from: here }} />
    case 'signed-in':
      return <Outlet />
  }
}
