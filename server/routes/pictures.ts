/** Routes for pictures of accounts and of unfinished sign-ups. */
import { Router } from 'express'
import { AppError } from '../../contract/errors.ts'
import * as calls from '../../contract/pages/picture-calls.ts'
import type { PictureKind } from '../../contract/pages/pictures.ts'
import { findAccount, updateAccount } from '../../db/queries/accounts/accounts.ts'
import { updateSignUp } from '../../db/queries/accounts/sign-ups.ts'
import type { SignUpRow } from '../../db/account-tables.ts'
import { forgetReplacedPicture } from '../../domain/storage/pictures.ts'
import { getSignUpByToken } from '../../domain/accounts/sign-up.ts'
import { getSessionUser } from '../../domain/accounts/to-session-user.ts'
import { toSignUp } from '../../domain/accounts/to-sign-up.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { receivePicture } from '../http/receive-picture.ts'
import { signUpCookie } from '../http/cookies.ts'

const columns = { avatar: 'image', cover: 'coverImage' } as const satisfies Record<PictureKind, string>

/** Mounts the uploads. Each route checks access before it reads the file. */
export function pictureRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  handle(router, calls.uploadPicture, async ({ query: { kind }, viewer: { uid }, req, res }) => {
    const upload = { req, res, field: calls.uploadPicture.file, owner: uid }
    return setPicture(ctx, uid, kind, await receivePicture(ctx, kind, upload))
  })

  handle(router, calls.removePicture, ({ body, viewer }) => setPicture(ctx, viewer.uid, body.kind, null))

  handle(router, calls.selectProfilePicture, async ({ req, res }) => {
    const signUp = await getSignUpByToken(db, signUpCookie.read(req))
    const owner = signUp.tokenHash.toString('hex')
    const upload = { req, res, field: calls.selectProfilePicture.file, owner }
    return setSignUpPicture(ctx, signUp, await receivePicture(ctx, 'avatar', upload))
  })

  handle(router, calls.removeProfilePicture, async ({ req }) =>
    setSignUpPicture(ctx, await getSignUpByToken(db, signUpCookie.read(req)), null),
  )

  return router
}

async function setPicture(ctx: AppContext, uid: string, kind: PictureKind, url: string | null) {
  const column = columns[kind]
  const before = await findAccount(ctx.db, uid)
  await updateAccount(ctx.db, uid, { [column]: url })
  forgetReplacedPicture(ctx, before?.[column] ?? null)
  return getSessionUser(ctx, uid)
}

async function setSignUpPicture(ctx: AppContext, signUp: SignUpRow, image: string | null) {
  const row = await updateSignUp(ctx.db, signUp.tokenHash, { image })
  if (!row) throw new AppError('sign_up_expired')
  forgetReplacedPicture(ctx, signUp.image)
  return toSignUp(row)
}
