import { Suspense, lazy } from 'react'
import { useDiscardQuestion } from '../../lib/forms/discard-question.ts'

const DiscardForm = lazy(async () => ({ default: (await import('./discard-form.tsx')).DiscardForm }))

/** The dialog that asks before unsaved work is lost. Rendered once, for the whole site. */
export function DiscardDialog() {
  const { finish, isLoggedOut = false } = useDiscardQuestion()
  if (!finish) return null
  return (
    <Suspense>
      <DiscardForm finish={finish} isLoggedOut={isLoggedOut} />
    </Suspense>
  )
}
