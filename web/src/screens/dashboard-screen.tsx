import { Navigate } from 'react-router-dom'
import { homeOf, isCreator, useSession } from '../lib/session.ts'

/** The signed-in area's start: a creator's settings, a supporter's explore page. */
export function DashboardScreen() {
  const { user } = useSession()
  if (!user) return null
  return <Navigate to={isCreator(user) ? '/dashboard/stream-setting' : homeOf(user)} replace />
}
