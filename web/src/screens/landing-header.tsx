import { lazy, Suspense, useSyncExternalStore } from 'react'
import { StrangerHeader } from '../features/site-header/signed-out-header.tsx'
import { isSessionHinted } from '../lib/session-hint.ts'

const MemberHeader = lazy(async () => ({ default: (await import('./signed-in-header.tsx')).MemberHeader }))

/** A stranger's header, as the page was built. Who has a session gets their own as soon as its code is here. */
export function LandingHeader() {
  const isHinted = useSyncExternalStore(neverChanges, isSessionHinted, () => false)
  if (!isHinted) return <StrangerHeader />
  return (
    <Suspense fallback={<StrangerHeader />}>
      <MemberHeader />
    </Suspense>
  )
}

function neverChanges(): () => void {
  return () => undefined
}
