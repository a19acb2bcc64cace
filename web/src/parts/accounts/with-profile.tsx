import { useState } from 'react'
import type { ReactNode } from 'react'
import type { SessionUser } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'
import { refreshSession, useSession } from '../../lib/accounts/session.ts'
import { ErrorNote } from '../../ui/notes.tsx'

/** Renders content that needs the signed-in user's whole profile. If it could not be loaded, offers a retry. */
export function WithProfile({ children }: { children: (profile: SessionUser) => ReactNode }) {
  const { profile } = useSession()
  const [isBusy, setIsBusy] = useState(false)

  function handleRetry() {
    setIsBusy(true)
    refreshSession()
      .catch(() => undefined) // the note about the failure stays visible
      .finally(() => setIsBusy(false))
  }
  if (profile) return children(profile)
  return isBusy ? <CardSkeleton /> : <ErrorNote text={m.settings_load_failed()} onRetry={handleRetry} />
}
