import { outcomeTexts, needsProof, useGoogleOutcome } from './google-outcome.ts'
import { FormError } from '../../../ui/form.tsx'

/** Explains why signing in with Google failed. A cancellation is shown as a neutral note. */
export function GoogleNote() {
  const outcome = useGoogleOutcome()
  if (!outcome || needsProof(outcome)) return null
  const text = outcomeTexts[outcome]()
  return (
    <div className="mb-5">
      {outcome === 'cancelled' ? (
        <output className="block rounded-card bg-sunken px-4 py-3 text-sm font-medium">{text}</output>
      ) : (
        <FormError>{text}</FormError>
      )}
    </div>
  )
}
