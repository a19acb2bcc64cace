/** What people type about their account: one schema a field, the same for every call that takes it. */
import * as z from 'zod/mini'
import { isReservedName } from './names.ts'
import { plainText } from './text.ts'

/** An address as typed, trimmed; upper and lower case are one address. */
export const email = z
  .string()
  .check(
    z.trim(),
    z.email({ error: 'Please enter an e-mail address.' }),
    z.maxLength(254, { error: 'That e-mail address is too long.' }),
  )

export const passwordLimits = { min: 10, max: 128 } as const

/** A password that somebody chooses; how strong it is the server judges. */
export const newPassword = z
  .string()
  .check(
    z.minLength(passwordLimits.min, { error: 'Please use at least 10 characters.' }),
    z.maxLength(passwordLimits.max, { error: 'Please use at most 128 characters.' }),
  )

/** A password that somebody repeats. */
export const knownPassword = z
  .string()
  .check(z.minLength(1, { error: 'Please enter your password.' }), z.maxLength(passwordLimits.max))

/** A public name that may be claimed: folded, of the right letters, and no word of the site's own. */
export const claimableName = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.regex(/^[a-z0-9_]{3,30}$/, { error: 'Use 3 to 30 letters, digits or underscores.' }),
  z.refine((name) => !isReservedName(name), { error: 'That name is not available.' }),
)

/** The name that people read. */
export const displayName = plainText(50, 'Please use at most 50 characters.').check(
  z.minLength(1, { error: 'Please enter a name.' }),
)

export const bio = plainText(1000, 'Please use at most 1,000 characters.')

/** A code of an authenticator app, or a recovery code. */
export const secondFactor = z.string().check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.minLength(6, { error: 'Please enter a code.' }),
  z.maxLength(20, { error: 'Please enter a code.' }),
)

/** Six digits from a mail or an app; spaces that came with a paste are dropped. */
export const oneTimeCode = z.string().check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, { error: 'Please enter the six digits.' }),
)
