/** Calls for signing in with Google. Google sends the browser back to `browserPaths.googleCallback`, which redirects it. */
import * as z from 'zod/mini'
import * as f from './account-fields.ts'
import { publicCall, signedInCall } from '../call.ts'
import { accountType } from '../entities.ts'
import { solvedProof } from '../proof.ts'
import { logInLimits } from '../limit-groups.ts'

/** Why Google's callback did not sign the person in: the value of the query `google` of the log-in or sign-up page. */
export const googleOutcome = z.enum([
  /** The address has an account that is not linked to Google yet. Entering its password links them. */
  'link',
  /** The account has a second factor, and its code is still missing. */
  'code',
  'cancelled',
  /** Google has not verified the person's address. */
  'unverified',
  /** The account of that address is linked to another Google account. */
  'other',
  /** The callback came too late, was used before, or started in another browser. */
  'expired',
  /** Nobody else can sign up here. */
  'closed',
  'failed',
])
export type GoogleOutcome = z.output<typeof googleOutcome>

/** A path of this site, with its query and fragment. */
export const localPath = z.string().check(z.maxLength(500), z.regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u))

export const startGoogle = publicCall.post('account/google/start', {
  summary: 'Starts a sign-in with Google and returns the address to send the browser to.',
  costs: 'a sealed cookie',
  limits: ['account google'],
  body: z.object({
    /** The page to return to when the sign-in fails. */
    page: z.enum(['log-in', 'sign-up']),
    /** The path to open after the sign-in. Default: the home page. */
    from: z.optional(localPath),
  }),
  response: z.object({ address: z.url() }),
})

export const getGoogle = publicCall.get('account/google', {
  summary: 'What this browser still has to provide after Google has identified the person.',
  response: z.object({
    pending: z.nullable(z.object({ email: z.string(), needs: z.enum(['password', 'code']) })),
  }),
})

export const finishGoogle = publicCall.post('account/google/finish', {
  summary:
    'Finishes a sign-in with Google with the password that links an account, its second factor, or both.',
  costs: 'one Argon2id hash, about 50 ms; past the limit of the account 5 to 17 ms for each proof',
  limits: logInLimits,
  body: z.object({
    password: z.optional(f.knownPassword),
    code: z.optional(f.secondFactor),
    /** The solution of the challenge that came with the error `proof_required`. */
    proof: z.optional(solvedProof),
  }),
  response: z.object({ from: z.nullable(z.string()) }),
})

export const confirmByGoogle = signedInCall.post('account/google/confirm', {
  summary:
    'Starts confirming this session with the Google account that is linked, and returns the address to send the browser to. Requires the second factor where it is on.',
  costs: 'a check of a code, and a sealed cookie',
  limits: ['account google', 'account confirmation', 'account confirmation-day'],
  body: z.object({ code: z.optional(f.secondFactor) }),
  response: z.object({ address: z.url() }),
})

export const openGoogleAccount = publicCall.post('account/sign-up/open-by-google', {
  summary:
    'Creates the account of a sign-up whose address Google has verified, without a code, and starts a session. The account gets the browser’s time zone, or UTC if that is unknown.',
  costs: 'a row of the own sign-up',
  body: z.object({ timeZone: z.optional(f.timeZone) }),
  response: z.object({ accountType, brimfulUserName: z.string() }),
})
