import { Suspense, lazy } from 'react'
import { useConfirmation } from '../../lib/calls/confirmation.ts'

const ConfirmationForm = lazy(async () => ({
  default: (await import('./confirmation-form.tsx')).ConfirmationForm,
}))

/** The dialog where visitors confirm who they are when a call requires it. Rendered once, for the whole site. */
export function ConfirmationDialog() {
  const request = useConfirmation((state) => state.request)
  if (!request) return null
  return (
    <Suspense>
      <ConfirmationForm {...request} />
    </Suspense>
  )
}
