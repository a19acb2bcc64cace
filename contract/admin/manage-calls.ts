/** Calls that admins use to manage accounts, and the list of what admins did. `npm run admin` does the same on the server. */
import * as z from 'zod/mini'
import { reasonLength } from './admin-limits.ts'
import { accountEvents, before } from '../accounts/account-event.ts'
import { adminCall } from '../call.ts'
import { isoTime, userName } from '../entities.ts'
import { plainText } from '../text.ts'

/** What an admin can change about any account: only `log-out`, which ends all its sessions, has no opposite. */
export const changeOfAny = ['grant', 'revoke', 'log-out'] as const
/** What an admin can change about an account. The other changes are for creators, and each has its opposite. */
export const accountChange = z.enum([
  ...changeOfAny,
  'verify',
  'unverify',
  'feature',
  'unfeature',
  'suspend',
  'unsuspend',
])
export type AccountChange = z.output<typeof accountChange>

/** Why an admin did something. It is kept for good. */
export const reason = plainText(reasonLength).check(z.minLength(1))

export const managedAccount = z.object({
  userName: z.string(),
  displayName: z.string(),
  isCreator: z.boolean(),
  isAdmin: z.boolean(),
  isVerified: z.boolean(),
  isFeatured: z.boolean(),
  isSuspended: z.boolean(),
  createdAt: isoTime,
})
export type ManagedAccount = z.output<typeof managedAccount>

export const findManagedAccount = adminCall.get('admin/account', {
  summary: 'An account by its user name, with what admins can change about it.',
  query: z.object({ userName }),
  response: managedAccount,
})

export const listEventsOfAccount = adminCall.get('admin/account-events', {
  summary: 'Log-ins, refused ones and changes of keys of an account, the newest first, fifty at a time.',
  query: z.object({ userName, before }),
  response: accountEvents,
})

export const changeAccount = adminCall.post('admin/change-account', {
  summary:
    'Makes an account an admin, or verifies, features or suspends a creator, and the opposites; or logs an account out everywhere. Recorded.',
  body: z.object({ userName, change: accountChange, reason }),
  response: managedAccount,
})

export const adminAction = z.object({
  id: z.int(),
  at: isoTime,
  /** The admin's user name; null for a command on the server, or an erased account. */
  by: z.nullable(z.string()),
  isCommand: z.boolean(),
  action: z.string(),
  /** The user name of the account that it was done to. */
  account: z.nullable(z.string()),
  /** What else it was done to: a month, the number of an invoice, or an id. */
  subject: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type AdminAction = z.output<typeof adminAction>

export const listAdminActions = adminCall.get('admin/actions', {
  summary: 'What admins did, the latest first, fifty at a time.',
  query: z.object({ before }),
  response: z.object({ actions: z.array(adminAction), next: z.nullable(z.int()) }),
})
