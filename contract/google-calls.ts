/** Signing in with Google. The browser goes there and comes back to `browserPaths.googleCallback`, which sends it on. */
import * as z from 'zod/mini'
import * as f from './account-fields.ts'
import { defineCall } from './call.ts'
import { accountType } from './entities.ts'

/** Where the browser is sent on, when it was not signed in: said by the query `google` of the log-in or sign-up page. */
export const googleOutcome = z.enum([
  /** The address has an account that is not linked to Google yet: its password links the two. */
  'link',
  /** The account has a second factor. */
  'code',
  'cancelled',
  /** Google has not confirmed the person's address. */
  'unverified',
  /** The account of that address is linked to another Google account. */
  'other',
  /** The request was too old, used, or made in another browser. */
  'expired',
  'failed',
])
export type GoogleOutcome = z.output<typeof googleOutcome>

/** An address of this site: a path, with whatever follows it. */
export const localPath = z.string().check(z.maxLength(500), z.regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u))

export const startGoogle = defineCall({
  method: 'POST',
  path: 'account/google/start',
  access: 'public',
  summary: 'Begins signing in with Google: gives the address to send the browser to.',
  body: z.object({
    /** The page to come back to when nothing comes of it. */
    page: z.enum(['log-in', 'sign-up']),
    /** Where to go afterwards, instead of home. */
    from: z.optional(localPath),
  }),
  response: z.object({ address: z.url() }),
})

export const getGoogle = defineCall({
  method: 'GET',
  path: 'account/google',
  access: 'public',
  summary: 'What is still asked of this browser, which Google knows, before it is signed in.',
  response: z.object({
    pending: z.nullable(z.object({ email: z.string(), needs: z.enum(['password', 'code']) })),
  }),
})

export const finishGoogle = defineCall({
  method: 'POST',
  path: 'account/google/finish',
  access: 'public',
  summary:
    'Signs in whom Google knows: by the password that links an account, or its second factor, or both.',
  body: z.object({ password: z.optional(f.knownPassword), code: z.optional(f.secondFactor) }),
  response: z.object({ from: z.nullable(z.string()) }),
})

export const openGoogleAccount = defineCall({
  method: 'POST',
  path: 'account/sign-up/open-by-google',
  access: 'public',
  summary:
    'Opens the account and a session of a sign-up whose address Google has confirmed: no code is asked for.',
  body: z.object({}),
  response: z.object({ accountType, brimfulUserName: z.string() }),
})
