/** The fields of an account that people type. Every call that takes one of these fields uses its schema from this file. */
import * as z from 'zod/mini'
import { failsWith } from '../check-error.ts'
import { isReservedName } from './names.ts'
import { toAsciiDigits } from '../money/read-amount.ts'
import { shownName } from '../shown-name.ts'
import { plainText, toCopied } from '../text.ts'

/** Zod's own pattern, and domains that end in other letters (`xn--p1ai`). */
const addressPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]{1,59})$/i

/**
 * An email address, trimmed. Addresses that differ only in case count as the same. A domain in other letters is kept in the form that
 * mail servers know (RFC 5891), as browsers send it from fields for addresses.
 */
export const email = z
  .string()
  .check(
    z.overwrite(toCopied),
    z.overwrite(toAsciiDomain),
    z.email({ ...failsWith('invalid_email'), pattern: addressPattern }),
    z.maxLength(254, failsWith('invalid_email_long')),
  )

function toAsciiDomain(address: string): string {
  const [, local, domain] = /^([^@]+)@([^@\s/?#\\:%[\]]+)$/.exec(address) ?? []
  if (domain === undefined || /^[\u0000-\u007F]*$/.test(domain)) return address
  const url = `http://${domain}`
  return URL.canParse(url) ? `${local}@${new URL(url).hostname}` : address
}

export const passwordLimits = { min: 10, max: 128 } as const

/** A new password. The server also checks its strength. */
export const newPassword = z.string().check(z.minLength(passwordLimits.min), z.maxLength(passwordLimits.max))

/** The current password of an account. */
export const knownPassword = z
  .string()
  .check(z.minLength(1, failsWith('invalid_password')), z.maxLength(passwordLimits.max))

/** A public name that an account may take: in lower case, with allowed characters only, and not reserved. */
export const claimableName = z.string().check(
  z.overwrite(toCopied),
  z.toLowerCase(),
  z.regex(/^[a-z0-9_]{3,30}$/, failsWith('invalid_user_name')),
  z.refine((name) => !isReservedName(name), failsWith('invalid_user_name_reserved')),
)

/** A time zone by its IANA name. The server checks whether it knows the name. */
export const timeZone = z.string().check(z.maxLength(100))

/** The name that pages show. */
export const displayName = shownName(50).check(z.minLength(1, failsWith('invalid_name')))

export const bio = plainText(1000)

/** Returns a code without white space that was pasted with it, and with the digits and hyphens of one form. */
function toCode(text: string): string {
  return toAsciiDigits(toCopied(text))
    .replace(/\s/g, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/^(\d{3})-(\d{3})$/, '$1$2')
}

/** A second-factor code: six digits from an authenticator app, or a recovery code. */
export const secondFactor = z
  .string()
  .check(z.overwrite(toCode), z.regex(/^(\d{6}|[a-zA-Z\d]{5}-?[a-zA-Z\d]{5})$/, failsWith('invalid_code')))

/** Six digits from an email or an app. */
export const oneTimeCode = z
  .string()
  .check(z.overwrite(toCode), z.regex(/^\d{6}$/, failsWith('invalid_code_digits')))
