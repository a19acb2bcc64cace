import { lazy, Suspense, useSyncExternalStore } from 'react'
import { SignedOutHeader } from '../../features/site-header/signed-out-header.tsx'
import { hasSessionHint } from '../../lib/accounts/session-hint.ts'

const MemberHeader = lazy(async () => ({ default: (await import('../signed-in-header.tsx')).SignedInHeader }))

/**
 * The header of the landing page. It starts as the prerendered signed-out header; if there is a session, the signed-in header
 * replaces it once its code is loaded.
 */
export function LandingHeader() {
  const isHinted = useSyncExternalStore(neverChanges, hasSessionHint, () => false)
  if (!isHinted) return <SignedOutHeader />
  return (
    <Suspense fallback={<SignedOutHeader />}>
      <MemberHeader />
    </Suspense>
  )
}

function neverChanges(): () => void {
  return () => undefined
}
