/**
 * Sessions. The browser has an opaque token, and the database its hash. A session is valid for thirty days after the last visit,
 * and at most for ninety days after the log-in.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Locale } from '../../contract/locale.ts'
import type { Db } from '../../db/connection.ts'
import { insertAccountEvent } from '../../db/queries/accounts/account-events.ts'
import {
  deleteSession,
  findSessionAccount,
  insertSession,
  setLocaleOfSession,
  touchSession,
} from '../../db/queries/accounts/sessions.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** How many milliseconds after its last visit a session ends. */
export const sessionLifetime = 30 * day
/** The same after its log-in, so that a copied cookie does not stay valid for ever. */
const maxSessionAge = 90 * day
const touchEvery = 5 * minute
const tokenBytes = 32
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** The account that makes a request. */
export interface Viewer {
  uid: string
  userName: string
  displayName: string
  accountType: 1 | 2
  role: 'user' | 'admin'
}

/** A session and its account. */
export interface OwnSession {
  uid: string
  token: string
}

/** Opens a session, records that, and returns its token. The database stores only the token's hash. */
export async function openSession(db: Db, uid: string, userAgent: string): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  await insertSession(db, {
    tokenHash: hashSession(token),
    uid,
    userAgent: userAgent.slice(0, 300),
    expiresAt: expiryFrom(Date.now()),
  })
  await insertAccountEvent(db, { uid, kind: 'log-in', userAgent })
  return token
}

export interface Visit {
  viewer: Viewer
  /** Whether the session was last renewed more than five minutes ago. */
  isRenewalDue: boolean
}

/** Returns the account and session of a token; undefined when the session has ended. */
export async function findVisit(db: Db, token: string): Promise<Visit | undefined> {
  if (!tokenShape.test(token)) return undefined
  const account = await findSessionAccount(db, hashSession(token))
  if (!account) return undefined
  const { lastSeenAt, ...viewer } = account
  return { viewer, isRenewalDue: Date.now() - lastSeenAt.getTime() > touchEvery }
}

/** Renews a session and returns when it ends; undefined when it was ended meanwhile. */
export async function renewSession(db: Db, token: string): Promise<Date | undefined> {
  return touchSession(db, hashSession(token), { expiresAt: expiryFrom(Date.now()), maxAgeMs: maxSessionAge })
}

/** Stores the language that was chosen on a page as the language of the session's account. */
export async function keepLocale(db: Db, token: string, locale: Locale): Promise<void> {
  await setLocaleOfSession(db, hashSession(token), locale)
}

/** Ends the session of a token, if there is one. */
export async function endSession(db: Db, token: string): Promise<void> {
  if (tokenShape.test(token)) await deleteSession(db, hashSession(token))
}

/** Returns the stored form of a session's token. */
export function hashSession(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function expiryFrom(now: number): Date {
  return new Date(now + sessionLifetime)
}
