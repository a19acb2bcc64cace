import { lazy, Suspense, useSyncExternalStore } from 'react'
import { StrangerHeader } from '../features/site-header/stranger-parts.tsx'

const MemberHeader = lazy(async () => ({ default: (await import('./member-header.tsx')).MemberHeader }))

/** A stranger's header, as the page was built. Who has a session gets their own as soon as its code is here. */
export function LandingHeader() {
  const isHinted = useSyncExternalStore(neverChanges, hasSessionHint, () => false)
  if (!isHinted) return <StrangerHeader />
  return (
    <Suspense fallback={<StrangerHeader />}>
      <MemberHeader />
    </Suspense>
  )
}

/** The server's hint beside the session, which no script can read. */
function hasSessionHint(): boolean {
  return document.cookie.split('; ').includes('brimful_signed_in=1')
}

function neverChanges(): () => void {
  return () => undefined
}
