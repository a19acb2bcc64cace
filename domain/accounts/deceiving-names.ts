/** Refuses names that look like the site's own or like a verified account's. Names that accounts have already stay until they are changed. */
import { AppError } from '../../contract/errors.ts'
import { readAlike, speaksForSite } from '../../contract/accounts/names.ts'
import type { Db } from '../../db/connection.ts'
import { listVerifiedNames } from '../../db/queries/accounts/verified-names.ts'
import { readLookAlikes } from '../moderation/readings.ts'

/** A display name that somebody wants to have, and the call's field that it was typed into. */
export interface WantedName {
  displayName: string
  field: string
  /** The account that wants it; undefined for a sign-up. */
  uid?: string
}

/** Throws AppError `invalid_input` if a display name claims to be the site, or looks like the name of another, verified account. */
export async function refuseDeceivingName(db: Db, { displayName, field, uid }: WantedName): Promise<void> {
  const withoutNumber = displayName.replace(/[^\p{L}]+$/u, '') // because a digit may be read as a letter
  const isStaff = [displayName, withoutNumber].some((name) => speaksForSite(readLatin(name)))
  const isRefused = isStaff || (await looksVerified(db, displayName, uid))
  if (isRefused) throw new AppError('invalid_input', { fields: { [field]: 'invalid_user_name_reserved' } })
}

/** Throws AppError `name_taken` if a public name looks like the name of another, verified account. */
export async function refuseLookAlike(db: Db, userName: string, uid?: string): Promise<void> {
  if (await looksVerified(db, userName, uid)) throw new AppError('name_taken')
}

async function looksVerified(db: Db, name: string, uid: string | undefined): Promise<boolean> {
  const wanted = toSkeleton(name)
  if (wanted === '') return false
  const verified = await listVerifiedNames(db)
  return verified.some(
    (one) => one.uid !== uid && [one.userName, one.displayName].some((own) => toSkeleton(own) === wanted),
  )
}

/**
 * Reduces a name to what a reader sees of it, only to compare it: letters that look alike are the same
 * (https://www.unicode.org/reports/tr39/#Confusable_Detection), and case, accents, spaces and signs do not matter.
 */
function toSkeleton(name: string): string {
  return readAlike(readLatin(name)).replace(/[^\p{L}\p{N}]/gu, '')
}

function readLatin(name: string): string {
  return [...name].map(readLookAlikes).join('')
}
