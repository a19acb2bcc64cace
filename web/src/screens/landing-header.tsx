import { lazy, Suspense, useSyncExternalStore } from 'react'
import { SignedOutHeader } from '../features/site-header/signed-out-header.tsx'
import { hasSessionHint } from '../lib/session-hint.ts'

const MemberHeader = lazy(async () => ({ default: (await import('./signed-in-header.tsx')).SignedInHeader }))

/** A stranger's header, as the page was built. Who has a session gets their own as soon as its code is here. */
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
