import { useSearchParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { googleOutcome } from '../../../../../contract/accounts/google-calls.ts'
import type { GoogleOutcome } from '../../../../../contract/accounts/google-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'

/** Reads the outcome of signing in with Google from the query of the address. */
export function useGoogleOutcome(): GoogleOutcome | undefined {
  const [query] = useSearchParams()
  return z.safeParse(googleOutcome, query.get('google')).data
}

/** Outcomes that only a new attempt helps with. */
type FailedOutcome = Exclude<GoogleOutcome, 'link' | 'code'>

/** Returns whether the log-in page has to ask for a password or a code. */
export function needsProof(outcome: GoogleOutcome | undefined): outcome is 'link' | 'code' {
  return outcome === 'link' || outcome === 'code'
}

export const outcomeTexts: Record<FailedOutcome, () => string> = {
  cancelled: m.google_cancelled,
  unverified: m.google_unverified,
  other: m.google_other,
  expired: m.google_expired,
  closed: m.error_sign_up_closed,
  failed: m.google_failed,
}
