/** What is recorded about the security of an account. */
import * as z from 'zod/mini'
import { isoTime } from '../entities.ts'

export const accountEventKind = z.enum([
  'log-in',
  'log-in-refused',
  'code-refused',
  'confirmation-refused',
  'passkey-refused',
  'password',
  'google',
  'email',
  'renamed',
  'two-factor-on',
  'two-factor-off',
  'recovery-codes',
  'passkey-added',
  'passkey-removed',
  'token-added',
  'token-removed',
  'webhook-added',
  'webhook-removed',
  'webhook-secret-shown',
  'webhook-secret-replaced',
  'overlay-key-shown',
  'overlay-key-replaced',
  'payout',
  'platform-connected',
  'moderator-invited',
  'moderator-joined',
  'deletion',
  'undone',
  'logged-out',
])
export type AccountEventKind = z.output<typeof accountEventKind>

export const accountEvent = z.object({
  id: z.int(),
  kind: accountEventKind,
  /** Browser and operating system in the language of the request, where a browser was involved. */
  device: z.nullable(z.string()),
  at: isoTime,
})
export type AccountEvent = z.output<typeof accountEvent>

/** Fifty events of an account, the newest first. `next` is the `before` of the next fifty. */
export const accountEvents = z.object({ events: z.array(accountEvent), next: z.nullable(z.int()) })
/** Lists only the events older than the one with this id. */
export const before = z.optional(z.coerce.number().check(z.int(), z.positive()))
