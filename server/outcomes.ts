/** The roles, and the outcomes that several rows of the role table (`role-table.ts`) share. */

/**
 * The roles. Each row is about data of `creator`; `moderator` is a supporter's account that moderates for this creator; `otherCreator` is
 * another creator; the admin is not a creator.
 */
export const roles = ['stranger', 'supporter', 'moderator', 'creator', 'otherCreator', 'admin'] as const
export type Role = (typeof roles)[number]

/** `done`, or the status of a rejection that changes nothing; 302 redirects the browser. */
export type Outcome = 'done' | 302 | 400 | 401 | 403 | 404 | 409 | 410 | 415 | 422
export type Outcomes = Readonly<Record<Role, Outcome>>

export const everybody = forAll('done')
export const nobody = forAll(403)
export const signedIn: Outcomes = { ...everybody, stranger: 401 }
export const creators: Outcomes = { ...signedIn, supporter: 403, moderator: 403, admin: 403 }
export const admins: Outcomes = { ...forAll(403), stranger: 401, admin: 'done' }
export const theCreatorAlone: Outcomes = { ...creators, otherCreator: 403 }
/** Calls on a control panel, which the creator and the creator's moderators may make. */
export const panelUsers: Outcomes = { ...forAll(403), stranger: 401, creator: 'done', moderator: 'done' }
export const creatorsInABrowser: Outcomes = {
  ...creators,
  stranger: 302,
  supporter: 302,
  moderator: 302,
  admin: 302,
}
export const theGoalsCreator: Outcomes = { ...creators, otherCreator: 404 }
export const allButTheCreator: Outcomes = { ...everybody, creator: 409 }

/** Returns the same outcome for every role. */
export function forAll(outcome: Outcome): Outcomes {
  return {
    stranger: outcome,
    supporter: outcome,
    moderator: outcome,
    creator: outcome,
    otherCreator: outcome,
    admin: outcome,
  }
}
