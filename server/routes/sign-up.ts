/** Routes of the sign-up wizard, from the first step to a logged-in account. */
import { Router } from 'express'
import type { Request, Response } from 'express'
import { openGoogleAccount } from '../../contract/accounts/google-calls.ts'
import * as calls from '../../contract/accounts/sign-up-calls.ts'
import type { AccountRow } from '../../db/schema.ts'
import {
  finishGoogleSignUp,
  finishSignUp,
  hasGoodCode,
  sendSignUpCode,
} from '../../domain/accounts/finish-sign-up.ts'
import { openSession } from '../../domain/accounts/sessions.ts'
import {
  chooseRole,
  claimName,
  describe,
  findSignUpByToken,
  getSignUpByToken,
  judgeName,
  startSignUp,
} from '../../domain/accounts/sign-up.ts'
import { requireMail } from '../../domain/mail/require-mail.ts'
import { toSignUp } from '../../domain/accounts/to-sign-up.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { localeOf } from '../http/locale.ts'
import { signUpCookie } from '../http/cookies.ts'
import { startSession } from '../http/viewer.ts'

export function signUpRoutes(ctx: AppContext): Router {
  const router = Router()
  choiceRoutes(router, ctx)
  codeRoutes(router, ctx)
  return router
}

function choiceRoutes(router: Router, ctx: AppContext): void {
  const { db, config } = ctx
  const signUpOf = (req: Request) => getSignUpByToken(db, signUpCookie.read(req))

  handle(router, calls.startSignUp, async ({ body: { email, username, password }, req, res }) => {
    requireMail(config)
    const before = signUpCookie.read(req)
    const { token, row } = await startSignUp(ctx, { email, username, password, before })
    signUpCookie.set(res, token, config.publicUrl)
    return toSignUp(row)
  })

  handle(router, calls.getSignUp, async ({ req }) => {
    const row = await findSignUpByToken(db, signUpCookie.read(req))
    return { signUp: row ? toSignUp(row) : null }
  })

  handle(router, calls.selectRole, async ({ body: { creatorORsupporter, currency }, req }) =>
    toSignUp(await chooseRole(ctx, await signUpOf(req), creatorORsupporter, currency)),
  )

  handle(router, calls.getNameAvailability, async ({ query, viewer, req }) => {
    const own = await findSignUpByToken(db, signUpCookie.read(req))
    return judgeName(db, query.name, { tokenHash: own?.tokenHash, uid: viewer?.uid })
  })

  handle(router, calls.selectUrl, async ({ body, req }) =>
    toSignUp(await claimName(ctx, await signUpOf(req), body.customUserName)),
  )
}

function codeRoutes(router: Router, ctx: AppContext): void {
  const { db, config } = ctx
  const signUpOf = (req: Request) => getSignUpByToken(db, signUpCookie.read(req))

  const visitOf = (req: Request) => ({ locale: localeOf(req), address: req.ip ?? '' })

  handle(router, calls.aboutYourself, async ({ body: { DisplayName, About, proof }, req }) => {
    const row = await describe(db, await signUpOf(req), DisplayName, About)
    const isReady = row.accountType !== null && row.userName !== null
    const needsCode = isReady && !row.googleId && !hasGoodCode(row)
    return toSignUp(needsCode ? await sendSignUpCode(ctx, row, { ...visitOf(req), proof }) : row)
  })

  handle(router, calls.resendSignUpCode, async ({ body: { proof }, req }) => {
    requireMail(config)
    return toSignUp(await sendSignUpCode(ctx, await signUpOf(req), { ...visitOf(req), proof }))
  })

  handle(router, calls.verifySignUpCode, async ({ body, req, res }) => {
    const account = await finishSignUp(ctx, await signUpOf(req), { ...visitOf(req), ...body })
    return signInNew(account, req, res)
  })

  handle(router, openGoogleAccount, async ({ body, req, res }) => {
    const of = { locale: localeOf(req), timeZone: body.timeZone }
    const account = await finishGoogleSignUp(ctx, await signUpOf(req), of)
    return signInNew(account, req, res)
  })

  async function signInNew(account: AccountRow, req: Request, res: Response) {
    const { uid, accountType, userName } = account
    const token = await openSession(db, uid, req.get('user-agent') ?? '')
    await startSession(ctx, req, res, { token, account })
    signUpCookie.clear(res, config.publicUrl)
    return { accountType, brimfulUserName: userName }
  }
}
