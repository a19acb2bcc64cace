/** Routes for sign-in with Google: its start, its callback, and the further proof that an account may require. */
import { Router } from 'express'
import type { Request, Response } from 'express'
import { apiBase, browserPaths } from '../../contract/calls.ts'
import * as calls from '../../contract/accounts/google-calls.ts'
import type { GoogleOutcome } from '../../contract/accounts/google-calls.ts'
import { AppError } from '../../contract/errors.ts'
import {
  beginGoogleConfirmation,
  receiveGoogleConfirmation,
} from '../../domain/accounts/google-confirmation.ts'
import { finishGoogle, findPendingGoogle } from '../../domain/accounts/google-link.ts'
import { beginGoogle, receiveGoogle } from '../../domain/accounts/google-sign-in.ts'
import type { GoogleResult } from '../../domain/accounts/google-sign-in.ts'
import type { Config } from '../../domain/config/config.ts'
import type { AppContext } from '../context.ts'
import { confirmationCookie, googleCookie, signUpCookie } from '../http/cookies.ts'
import { ownSession } from '../http/confirmed.ts'
import { mountOther } from '../http/other-routes.ts'
import { handle } from '../http/handle.ts'
import { deviceOf } from '../http/known-browser.ts'
import { startSession, viewerOf } from '../http/viewer.ts'

/** Mounts the routes; where Google sign-in is off, starting it is `not_found`. */
export function googleRoutes(ctx: AppContext): Router {
  const router = Router()
  const { publicUrl } = ctx.config

  handle(router, calls.startGoogle, async ({ body: { page, from }, res }) => {
    const { address, flow } = await beginGoogle(ctx, { page, from })
    googleCookie.set(res, flow, publicUrl)
    return { address }
  })

  handle(router, calls.confirmByGoogle, async ({ body, ...request }) => {
    const { address, flow } = await beginGoogleConfirmation(ctx, ownSession(request), body.code)
    googleCookie.set(request.res, flow, publicUrl)
    return { address }
  })

  mountOther(router, `GET ${apiBase}${browserPaths.googleCallback}`, async (req, res) => {
    const viewer = viewerOf(res)
    const session = viewer && ownSession({ req, viewer })
    const answer = {
      query: new URLSearchParams(req.originalUrl.split('?')[1] ?? ''),
      flow: googleCookie.read(req),
    }
    const confirmed = await receiveGoogleConfirmation(ctx, { ...answer, session })
    if (confirmed) {
      googleCookie.clear(res, publicUrl)
      const isDone = typeof confirmed !== 'string'
      if (isDone) confirmationCookie.set(res, confirmed.confirmation, publicUrl)
      return res.redirect(303, `/authentication/confirmed?google=${isDone ? 'done' : confirmed}`)
    }
    const result = await receiveGoogle(ctx, {
      ...answer,
      userAgent: req.get('user-agent') ?? '',
      signUpBefore: signUpCookie.read(req),
    }).catch(toRefusal)
    res.redirect(303, await applyResult(ctx, result, req, res))
  })

  handle(router, calls.getGoogle, async ({ req }) => ({
    pending: (await findPendingGoogle(ctx, googleCookie.read(req))) ?? null,
  }))

  handle(router, calls.finishGoogle, async ({ body: { password, code, proof }, req, res }) => {
    const source = { address: req.ip ?? '', userAgent: req.get('user-agent') ?? '' }
    const { from, ...entered } = await finishGoogle(ctx, googleCookie.read(req), {
      password,
      code,
      work: proof,
      deviceOf: (account) => deviceOf(ctx.config, req, account),
      ...source,
    })
    await startSession(ctx, req, res, entered)
    googleCookie.clear(res, publicUrl)
    return { from }
  })

  return router
}

/** Turns the error of a site that takes no sign-up into a result that the log-in page can show. */
function toRefusal(error: unknown): GoogleResult {
  if (!(error instanceof AppError) || error.code !== 'sign_up_closed') throw error
  return { kind: 'refused', outcome: 'closed', page: 'log-in' }
}

/** Sets or clears the cookies for the result of a sign-in, and returns the path to redirect to. */
async function applyResult(
  ctx: AppContext,
  result: GoogleResult,
  req: Request,
  res: Response,
): Promise<string> {
  const { publicUrl } = ctx.config
  if (result.kind !== 'prove') googleCookie.clear(res, publicUrl)
  switch (result.kind) {
    case 'signed-in':
      await startSession(ctx, req, res, result)
      return result.from ?? homeOf(result.account, ctx.config)
    case 'sign-up':
      signUpCookie.set(res, result.signUpToken, publicUrl)
      return '/signup/select-role'
    case 'prove':
      googleCookie.set(res, result.flow, publicUrl)
      return pageOf('log-in', result.outcome)
    case 'refused':
      return pageOf(result.page, result.outcome)
  }
}

function pageOf(page: 'log-in' | 'sign-up', outcome: GoogleOutcome): string {
  return `${page === 'log-in' ? '/account' : '/signup'}?google=${outcome}`
}

/** Returns the page after a log-in, the same as in the web app: creators get their current goals, everybody else gets Explore or, in solo mode, the creator's page. */
function homeOf(
  { accountType, userName }: { accountType: 1 | 2; userName: string },
  { solo }: Config,
): string {
  if (accountType === 1) return `/${userName}/current-goals`
  return solo ? '/' : '/dashboard/explore'
}
