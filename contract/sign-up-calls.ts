/** The sign-up wizard: the server keeps what was chosen, behind a cookie, until the code from the mail opens the account. */
import * as z from 'zod/mini'
import * as f from './account-fields.ts'
import { defineCall } from './call.ts'
import { failsWith } from './check-error.ts'
import { accountType, isoTime } from './entities.ts'
import { payoutCurrency } from './money.ts'

export const creatorOrSupporter = z.enum(['creator', 'supporter'])
export type CreatorOrSupporter = z.output<typeof creatorOrSupporter>

/** The steps after the first, named as their routes are. */
export const signUpStep = z.enum([
  'select-role',
  'select-url',
  'select-profile-picture',
  'about-yourself',
  'OTP-verification',
])
export type SignUpStep = z.output<typeof signUpStep>

/** A sign-up that is under way: what was chosen so far, under the names of the wizard's client state. No secret is in it. */
export const signUp = z.object({
  /** The first step that is still to do; the steps before it may be done again. */
  step: signUpStep,
  email: z.string(),
  username: z.string(),
  creatorORsupporter: z.nullable(creatorOrSupporter),
  currency: z.nullable(payoutCurrency),
  customUserName: z.nullable(z.string()),
  ProfilePic: z.nullable(z.string()),
  /** Google has confirmed the address: no code is mailed. */
  isGoogleAccount: z.boolean(),
  DisplayName: z.string(),
  About: z.string(),
  /** The code on its way, if one was mailed: until when it is good, and from when another may be asked for. */
  code: z.nullable(z.object({ expiresAt: isoTime, resendAt: isoTime, attemptsLeft: z.int() })),
  /** The server's clock, for countdowns. */
  now: isoTime,
})
export type SignUp = z.output<typeof signUp>

export const startSignUp = defineCall({
  method: 'POST',
  path: 'account/sign-up/start',
  access: 'public',
  summary: 'Opens a sign-up for 24 hours, or begins again with what was chosen after it.',
  body: z.object({
    email: f.email,
    username: f.displayName,
    password: f.newPassword,
    acceptPrivacyTerms: z.literal(true, failsWith('invalid_terms')),
  }),
  response: signUp,
})

export const getSignUp = defineCall({
  method: 'GET',
  path: 'account/sign-up',
  access: 'public',
  summary: 'The sign-up that this browser has under way, if any.',
  response: z.object({ signUp: z.nullable(signUp) }),
})

export const selectRole = defineCall({
  method: 'POST',
  path: 'account/sign-up/select-role',
  access: 'public',
  summary: 'Creator or supporter; a creator is paid in US dollars unless it says otherwise.',
  body: z.object({ creatorORsupporter: creatorOrSupporter, currency: z.optional(payoutCurrency) }),
  response: signUp,
})

export const getNameAvailability = defineCall({
  method: 'GET',
  path: 'account/name-availability',
  access: 'public',
  summary: 'Whether a public name can be claimed, with free ones like it when not.',
  query: z.object({ name: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(60)) }),
  response: z.object({
    name: z.string(),
    isAvailable: z.boolean(),
    reason: z.nullable(z.enum(['invalid', 'reserved', 'taken'])),
    suggestions: z.array(z.string()),
  }),
})

export const selectUrl = defineCall({
  method: 'POST',
  path: 'account/sign-up/select-url',
  access: 'public',
  summary: 'Claims the public name for as long as the sign-up lives.',
  body: z.object({ customUserName: f.claimableName }),
  response: signUp,
})

export const aboutYourself = defineCall({
  method: 'POST',
  path: 'account/sign-up/about-yourself',
  access: 'public',
  summary: 'Display name and bio, the last choice: the code is mailed unless a good one is on its way.',
  body: z.object({ DisplayName: f.displayName, About: f.bio }),
  response: signUp,
})

export const resendSignUpCode = defineCall({
  method: 'POST',
  path: 'account/sign-up/resend-code',
  access: 'public',
  summary:
    'Mails a new code: after 30 seconds, at most ten a day to one address. The code before it is void.',
  response: signUp,
})

export const verifySignUpCode = defineCall({
  method: 'POST',
  path: 'account/sign-up/verify-code',
  access: 'public',
  summary: 'Opens the account and a session, by the code from the mail; a code has five attempts.',
  body: z.object({ code: f.oneTimeCode }),
  response: z.object({ accountType, brimfulUserName: z.string() }),
})
