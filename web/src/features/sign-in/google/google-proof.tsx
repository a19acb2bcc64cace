import { getGoogle } from '../../../../../contract/google-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/use-call.ts'
import { Loadable } from '../../../ui/loadable.tsx'
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
  const google = useCall(getGoogle, {}, { staleTime: 0 })
  return (
    <Loadable loaded={google} failedText={m.google_load_failed()} skeleton={<ProofSkeleton />}>
      {({ pending }) =>
        pending ? (
          <GoogleProofForm {...pending} onExpired={google.refetch} onSignedIn={onSignedIn} />
        ) : (
          <>
            <div className="mb-5">
              <FormError>{m.google_expired()}</FormError>
            </div>
            <GoogleButton page="log-in" hasDivider={false} />
          </>
        )
      }
    </Loadable>
  )
}

function ProofSkeleton() {
  return (
    <output aria-label={m.loading()} className="block">
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="mt-6 h-32 w-full" />
    </output>
  )
}
