/** Calls for the security of an account: passwords, sessions, the email address. */
import * as z from 'zod/mini'
import { accountEvents, before } from './account-event.ts'
import * as f from './account-fields.ts'
import { publicCall, signedInCall } from '../call.ts'
import { isoTime } from '../entities.ts'
import type { ReadKey } from './lasting-changes.ts'

/** The token of a link in an email. */
const linkToken = z.string().check(z.maxLength(100))

export const requestPasswordReset = publicCall.post('account/password-reset/request', {
  summary:
    'Emails a link to choose a new password. The response is the same whether or not the address has an account.',
  costs: 'a row and a mail, once in ten minutes for an account',
  limits: ['account reset-unknown', 'account link-net'],
  body: z.object({ email: f.email }),
})

export const resetPassword = publicCall.post('account/password-reset/finish', {
  summary:
    'Sets a new password by the link from the email, which works once, and ends every session of the account.',
  costs: 'one Argon2id hash, about 50 ms, with a valid link',
  body: z.object({ token: linkToken, password: f.newPassword }),
})

export const confirmSession = signedInCall.post('account/confirm', {
  summary:
    'Confirms this session with the password, and the second factor where it is on, for ten minutes of sensitive changes.',
  costs: 'one Argon2id hash, about 50 ms',
  limits: ['account confirmation', 'account confirmation-day'],
  body: z.object({ password: f.knownPassword, code: z.optional(f.secondFactor) }),
})

export const getConfirmation = signedInCall.get('account/confirmation', {
  summary: 'Whether this session was confirmed within the last ten minutes.',
  costs: 'one to three reads by index',
  response: z.object({ isConfirmed: z.boolean() }),
})

export const changePassword = signedInCall.post('account/change-password', {
  summary: 'Sets a new password and ends every other session.',
  costs: 'one Argon2id hash, about 50 ms, in a confirmed session only',
  body: z.object({ password: f.newPassword }),
})

export const changeEmail = signedInCall.post('account/change-email', {
  summary: 'Emails a link to the new address; the account keeps the old address until the link is used.',
  costs: 'a row and a mail',
  limits: ['account email-change', 'account link-net'],
  body: z.object({ email: f.email }),
})

export const confirmEmail = publicCall.post('account/confirm-email', {
  summary:
    'Changes the address of an account by the link from the email, which works once, and notifies the old address.',
  costs: 'one read by the hash of the link',
  body: z.object({ token: linkToken }),
  response: z.object({ email: z.string() }),
})

export const readKeys = ['webhook-secret', 'overlay-key'] as const satisfies readonly ReadKey[]

export const undoSensitiveChange = publicCall.post('account/undo-change', {
  summary:
    'Undoes a sensitive change by the link from the email about it, and every later one; ends all sessions, makes the password, the linked Google account and the passkeys added lately useless, replaces the key of the overlays and the secrets of the webhooks if they were shown or replaced lately, and emails a link to choose a password. Works once, for seven days. Going back to a former address takes the second factor as well, where it has been on for a week.',
  costs: 'one read by the hash of the link; with a valid one a check of a code',
  limits: ['account undo-code'],
  body: z.object({ token: linkToken, code: z.optional(f.secondFactor) }),
  /** What was replaced, so that the owner has to enter it anew in OBS or in the tool. */
  response: z.object({ replaced: z.array(z.enum(readKeys)) }),
})

export const session = z.object({
  id: z.uuid(),
  /** Browser and operating system in the language of the request, for example `Firefox on Linux`. */
  device: z.string(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof session>

export const getSessions = signedInCall.get('account/sessions', {
  summary: 'Where the account is logged in, the latest visit first.',
  response: z.object({ sessions: z.array(session) }),
})

export const listAccountEvents = signedInCall.get('account/events', {
  summary: 'Log-ins, refused ones and changes of keys of the account, the newest first, fifty at a time.',
  query: z.object({ before }),
  response: accountEvents,
})

export const revokeSession = signedInCall.post('account/sessions/revoke', {
  summary: 'Ends one session of the account.',
  body: z.object({ id: z.uuid() }),
})

export const logOutEverywhere = signedInCall.post('account/log-out-everywhere', {
  summary: 'Ends every session of the account, including this one.',
})
