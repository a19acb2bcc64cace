import { getGoogle } from '../../../../../contract/google-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/use-call.ts'
import { ErrorNote } from '../../../ui/notes.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { GoogleButton } from './google-button.tsx'
import { GoogleProofForm } from './google-proof-form.tsx'
import { FormError } from '../../../ui/form.tsx'

interface GoogleProofProps {
  /** Called with the address that the visitor was going to, once they are signed in. */
  onSignedIn: (from: string | null) => Promise<void>
}

/** Completes signing in with Google for an existing account: asks for its password or its second factor. */
export function GoogleProof({ onSignedIn }: GoogleProofProps) {
  const { data, error, isFetching, refetch } = useCall(getGoogle, {}, { staleTime: 0 })
  if (!data) {
    if (error && !isFetching) return <ErrorNote text={m.google_load_failed()} onRetry={refetch} />
    return (
      <output aria-label={m.loading()} className="block">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="mt-6 h-32 w-full" />
      </output>
    )
  }
  if (!data.pending) {
    return (
      <>
        <div className="mb-5">
          <FormError>{m.google_expired()}</FormError>
        </div>
        <GoogleButton page="log-in" hasDivider={false} />
      </>
    )
  }
  return <GoogleProofForm {...data.pending} onExpired={refetch} onSignedIn={onSignedIn} />
}
