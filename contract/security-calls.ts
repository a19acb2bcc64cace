/** Calls for the security of an account: passwords, sessions, the email address. */
import * as z from 'zod/mini'
import * as f from './account-fields.ts'
import { defineCall } from './call.ts'
import { isoTime } from './entities.ts'

const done = z.object({})
/** The token of a link in an email. */
const linkToken = z.string().check(z.maxLength(100))

export const requestPasswordReset = defineCall({
  method: 'POST',
  path: 'account/password-reset/request',
  access: 'public',
  summary:
    'Emails a link to choose a new password. The response is the same whether or not the address has an account.',
  body: z.object({ email: f.email }),
  response: done,
})

export const resetPassword = defineCall({
  method: 'POST',
  path: 'account/password-reset/finish',
  access: 'public',
  summary:
    'Sets a new password by the link from the email, which works once, and ends every session of the account.',
  body: z.object({ token: linkToken, password: f.newPassword }),
  response: done,
})

export const changePassword = defineCall({
  method: 'POST',
  path: 'account/change-password',
  access: 'signed-in',
  summary: 'Sets a new password and ends every other session.',
  body: z.object({ currentPassword: f.knownPassword, password: f.newPassword }),
  response: done,
})

export const changeEmail = defineCall({
  method: 'POST',
  path: 'account/change-email',
  access: 'signed-in',
  summary: 'Emails a link to the new address; the account keeps the old address until the link is used.',
  body: z.object({ email: f.email, password: f.knownPassword }),
  response: done,
})

export const confirmEmail = defineCall({
  method: 'POST',
  path: 'account/confirm-email',
  access: 'public',
  summary:
    'Changes the address of an account by the link from the email, which works once, and notifies the old address.',
  body: z.object({ token: linkToken }),
  response: z.object({ email: z.string() }),
})

export const session = z.object({
  id: z.uuid(),
  /** Browser and operating system: `Firefox on Linux`. */
  device: z.string(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof session>

export const getSessions = defineCall({
  method: 'GET',
  path: 'account/sessions',
  access: 'signed-in',
  summary: 'Where the account is logged in, the latest visit first.',
  response: z.object({ sessions: z.array(session) }),
})

export const revokeSession = defineCall({
  method: 'POST',
  path: 'account/sessions/revoke',
  access: 'signed-in',
  summary: 'Ends one session of the account.',
  body: z.object({ id: z.uuid() }),
  response: done,
})

export const logOutEverywhere = defineCall({
  method: 'POST',
  path: 'account/log-out-everywhere',
  access: 'signed-in',
  summary: 'Ends every session of the account, including this one.',
  response: done,
})
