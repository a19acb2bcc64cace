/** Redirects short addresses of goals to the goals' pages. */
import type { RequestHandler } from 'express'
import { toGoalIds } from '../../contract/goals/short-address.ts'
import { findPublicCreator } from '../../db/queries/accounts/accounts.ts'
import { findGoalBetween } from '../../db/queries/goals/goals.ts'
import type { AppContext } from '../context.ts'

/** Redirects to the page of a public goal. Passes every other code on to the site's page that says that there is nothing. */
export function redirectToGoal({ db }: Pick<AppContext, 'db'>): RequestHandler {
  return async (req, res, next) => {
    const ids = toGoalIds(String(req.params.code))
    const goal = ids && (await findGoalBetween(db, ids.from, ids.to))
    const creator = goal && (await findPublicCreator(db, { uid: goal.creatorUid }))
    if (!creator) return next()
    res.setHeader('Cache-Control', 'public, max-age=300') // creators can rename themselves, and archive goals
    res.redirect(`/${creator.userName}/current-goals/${goal.goalId}`)
  }
}
