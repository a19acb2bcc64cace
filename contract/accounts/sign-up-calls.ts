/** Calls of the sign-up wizard. The server stores the choices under a cookie until the code from the email creates the account. */
import * as z from 'zod/mini'
import * as f from './account-fields.ts'
import { publicCall } from '../call.ts'
import { failsWith } from '../check-error.ts'
import { accountType, isoTime } from '../entities.ts'
import { payoutCurrency } from '../money/money.ts'
import { solvedProof } from '../proof.ts'
import { toCopied } from '../text.ts'

export const creatorOrSupporter = z.enum(['creator', 'supporter'])
export type CreatorOrSupporter = z.output<typeof creatorOrSupporter>

/** The steps of the wizard after the first one, named like their routes. */
export const signUpStep = z.enum([
  'select-role',
  'select-url',
  'select-profile-picture',
  'about-yourself',
  'OTP-verification',
])
export type SignUpStep = z.output<typeof signUpStep>

/** A sign-up in progress with the choices so far, named as in the wizard's client state. It contains no secret. */
export const signUp = z.object({
  /** The first step that is not completed yet. The person can go back to earlier steps. */
  step: signUpStep,
  email: z.string(),
  username: z.string(),
  creatorORsupporter: z.nullable(creatorOrSupporter),
  currency: z.nullable(payoutCurrency),
  customUserName: z.nullable(z.string()),
  ProfilePic: z.nullable(z.string()),
  /** Whether Google has verified the address, so that no code is sent. */
  isGoogleAccount: z.boolean(),
  DisplayName: z.string(),
  About: z.string(),
  /** When the code that was sent expires, and when another can be requested; null before the first code is sent. */
  code: z.nullable(z.object({ expiresAt: isoTime, resendAt: isoTime, attemptsLeft: z.int() })),
  /** The server's current time, for countdowns. */
  now: isoTime,
})
export type SignUp = z.output<typeof signUp>

/** The solution of the challenge that came with the error `proof_required`. */
const proofField = { proof: z.optional(solvedProof) }

export const startSignUp = publicCall.post('account/sign-up/start', {
  summary: 'Starts a sign-up that lasts 24 hours, or starts over and keeps the choices of the later steps.',
  costs: 'one Argon2id hash, about 50 ms, and a row for 24 hours',
  limits: ['account sign-up'],
  body: z.object({
    email: f.email,
    username: f.displayName,
    password: f.newPassword,
    acceptPrivacyTerms: z.literal(true, failsWith('invalid_terms')),
  }),
  response: signUp,
})

export const getSignUp = publicCall.get('account/sign-up', {
  summary: 'The sign-up in progress in this browser, if any.',
  response: z.object({ signUp: z.nullable(signUp) }),
})

export const selectRole = publicCall.post('account/sign-up/select-role', {
  summary: 'Chooses between creator and supporter; a creator is paid in US dollars by default.',
  costs: 'a row of the own sign-up',
  body: z.object({ creatorORsupporter: creatorOrSupporter, currency: z.optional(payoutCurrency) }),
  response: signUp,
})

export const getNameAvailability = publicCall.get('account/name-availability', {
  summary: 'Whether a public name is available, with similar available names when it is not.',
  costs: 'one read by index',
  limits: ['account name-look-up'],
  query: z.object({ name: z.string().check(z.overwrite(toCopied), z.toLowerCase(), z.maxLength(60)) }),
  response: z.object({
    name: z.string(),
    isAvailable: z.boolean(),
    reason: z.nullable(z.enum(['invalid', 'reserved', 'taken'])),
    suggestions: z.array(z.string()),
  }),
})

export const selectUrl = publicCall.post('account/sign-up/select-url', {
  summary: 'Reserves the public name until the sign-up ends.',
  costs: 'a row of the own sign-up',
  body: z.object({ customUserName: f.claimableName }),
  response: signUp,
})

export const aboutYourself = publicCall.post('account/sign-up/about-yourself', {
  summary:
    'Sets display name and bio, the last choices, and emails the code unless a valid one was already sent.',
  costs: 'a row and a mail',
  limits: ['account code-mail', 'log-in proof'],
  body: z.object({ DisplayName: f.displayName, About: f.bio, ...proofField }),
  response: signUp,
})

export const resendSignUpCode = publicCall.post('account/sign-up/resend-code', {
  summary:
    'Emails a new code, which replaces the previous one; after 30 seconds. More than ten a day for an address need a proof of work.',
  costs: 'a mail',
  limits: ['account code-mail', 'log-in proof'],
  body: z.object(proofField),
  response: signUp,
})

export const verifySignUpCode = publicCall.post('account/sign-up/verify-code', {
  summary:
    'Creates the account and starts a session with the code from the email; a code allows five attempts. The account gets the browser’s time zone, or UTC if that is unknown.',
  costs: 'one check of a code',
  limits: ['account code-guess', 'log-in proof'],
  body: z.object({ code: f.oneTimeCode, timeZone: z.optional(f.timeZone), ...proofField }),
  response: z.object({ accountType, brimfulUserName: z.string() }),
})
