/** What people type about their account: one schema a field, the same for every call that takes it. */
import * as z from 'zod/mini'
import { failsWith } from './check-error.ts'
import { isReservedName } from './names.ts'
import { plainText } from './text.ts'

/** An address as typed, trimmed; upper and lower case are one address. */
export const email = z
  .string()
  .check(z.trim(), z.email(failsWith('invalid_email')), z.maxLength(254, failsWith('invalid_email_long')))

export const passwordLimits = { min: 10, max: 128 } as const

/** A password that somebody chooses; how strong it is the server judges. */
export const newPassword = z.string().check(z.minLength(passwordLimits.min), z.maxLength(passwordLimits.max))

/** A password that somebody repeats. */
export const knownPassword = z
  .string()
  .check(z.minLength(1, failsWith('invalid_password')), z.maxLength(passwordLimits.max))

/** A public name that may be claimed: folded, of the right letters, and no word of the site's own. */
export const claimableName = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.regex(/^[a-z0-9_]{3,30}$/, failsWith('invalid_user_name')),
  z.refine((name) => !isReservedName(name), failsWith('invalid_user_name_reserved')),
)

/** The name that people read. */
export const displayName = plainText(50).check(z.minLength(1, failsWith('invalid_name')))

export const bio = plainText(1000)

/** A code of an authenticator app, or a recovery code. */
export const secondFactor = z.string().check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.minLength(6, failsWith('invalid_code')),
  z.maxLength(20, failsWith('invalid_code')),
)

/** Six digits from a mail or an app; spaces that came with a paste are dropped. */
export const oneTimeCode = z.string().check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, failsWith('invalid_code_digits')),
)
