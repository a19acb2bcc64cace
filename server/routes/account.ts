/** Routes for log-in, log-out, the logged-in user and public creators. */
import { Router } from 'express'
import * as calls from '../../contract/account-calls.ts'
import { AppError } from '../../contract/errors.ts'
import {
  findCreatorUid,
  findPublicCreator,
  findSessionUser,
  listCreators,
  listFeaturedCreators,
} from '../../db/queries/accounts.ts'
import type { CreatorFilter } from '../../db/queries/accounts.ts'
import { logIn } from '../../domain/accounts/log-in.ts'
import { endSession } from '../../domain/accounts/sessions.ts'
import { toCreator, toViewedCreator } from '../../domain/accounts/to-creator.ts'
import { toSessionUser } from '../../domain/accounts/to-session-user.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { clearSessionCookie, sessionTokenOf, startSession } from '../http/viewer.ts'
import { publishSessionEnd } from '../publish-session-end.ts'

const mostCreators = 1000
const mostFeatured = 24

export function accountRoutes(ctx: AppContext): Router {
  const router = Router()
  sessionRoutes(router, ctx)
  creatorRoutes(router, ctx)
  return router
}

function sessionRoutes(router: Router, ctx: AppContext): void {
  const { db, config } = ctx

  handle(router, calls.logIn, async ({ body, req, res }) => {
    const source = { address: req.ip ?? '', userAgent: req.get('user-agent') ?? '' }
    await startSession(ctx, req, res, await logIn(ctx, { ...body, ...source }))
    return {}
  })

  handle(router, calls.logOut, async ({ viewer, req, res }) => {
    const token = sessionTokenOf(req.headers.cookie)
    if (token) await endSession(db, token)
    if (viewer) publishSessionEnd(ctx, viewer.uid)
    clearSessionCookie(res, config.publicUrl)
    return {}
  })

  handle(router, calls.getProfile, async ({ viewer }) => {
    const user = await findSessionUser(db, viewer.uid)
    if (!user) throw new AppError('unauthenticated')
    return toSessionUser(user)
  })
}

function creatorRoutes(router: Router, { db }: AppContext): void {
  handle(router, calls.getUserDataByUsername, async ({ query }) => {
    const uid = await findCreatorUid(db, query.username)
    if (!uid) throw new AppError('not_found')
    return { uid }
  })

  handle(router, calls.getCreatorProfile, async ({ query }) => {
    const creator = await findPublicCreator(db, { userName: query.username })
    if (!creator) throw new AppError('not_found')
    return toViewedCreator(creator)
  })

  handle(router, calls.getCreatorData, async ({ query }) => {
    const creator = await findPublicCreator(db, { uid: query.creatorUID })
    if (!creator) throw new AppError('not_found')
    return toCreator(creator)
  })

  handle(router, calls.getFeaturedCreators, async () =>
    (await listFeaturedCreators(db, mostFeatured)).map(toCreator),
  )

  const list = async ({
    limit = mostCreators,
    ...filter
  }: Omit<CreatorFilter, 'limit'> & { limit?: number }) =>
    (await listCreators(db, { ...filter, limit })).map(toCreator)
  handle(router, calls.getAllCreators, ({ query }) => list(query))
  handle(router, calls.getAllCreatorsForTags, ({ query }) => list(query))
  handle(router, calls.getAllCreatorsForSearch, ({ query }) => list(query))
}
