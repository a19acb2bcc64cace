/** The roles, and the outcomes that follow from who may make a call. */
import type { Access } from '../../contract/call.ts'

/**
 * The roles. Each row is about data of `creator`; `moderator` is a supporter's account that moderates for this creator; `otherCreator` is
 * another creator; the admin is not a creator.
 */
export const roles = ['stranger', 'supporter', 'moderator', 'creator', 'otherCreator', 'admin'] as const
export type Role = (typeof roles)[number]

/** `done`, or the status of a rejection that changes nothing; 302 redirects the browser. */
export type Outcome = 'done' | 302 | 400 | 401 | 403 | 404 | 409 | 410 | 415 | 422
export type Outcomes = Readonly<Record<Role, Outcome>>

const signedIn: Outcomes = { ...forAll('done'), stranger: 401 }

/** The outcomes of a call whose input is about nothing that anybody owns, but for the creator whose control panel it names. */
export const outcomesOf: Readonly<Record<Access, Outcomes>> = {
  public: forAll('done'),
  'signed-in': signedIn,
  moderator: { ...signedIn, supporter: 403, otherCreator: 403, admin: 403 },
  creator: { ...signedIn, supporter: 403, moderator: 403, admin: 403 },
  admin: { ...forAll(403), stranger: 401, admin: 'done' },
}

/** The outcomes of what only creators may open in a browser, which is redirected otherwise. */
export const creatorsInABrowser: Outcomes = { ...forAll(302), creator: 'done', otherCreator: 'done' }

/** Returns the same outcome for every role. */
export function forAll<T>(outcome: T): Record<Role, T> {
  return Object.fromEntries(roles.map((role) => [role, outcome])) as Record<Role, T>
}
