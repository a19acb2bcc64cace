/** Where a creator is paid: connecting, how it stands, disconnecting. */
import { Router } from 'express'
import type { Request, Response } from 'express'
import * as z from 'zod/mini'
import { apiBase, browserPaths } from '../../contract/calls.ts'
import { creatorAccountType } from '../../contract/entities.ts'
import { AppError } from '../../contract/errors.ts'
import * as calls from '../../contract/payout-calls.ts'
import { findSessionUser } from '../../db/queries/accounts.ts'
import { closeConsent, openConsent } from '../../domain/chat/consent.ts'
import {
  connectPaypalAccount,
  connectStripe,
  orUnavailable,
  referToPaypal,
} from '../../domain/payments/payouts/connect-payout.ts'
import type { ConnectingCreator } from '../../domain/payments/payouts/connect-payout.ts'
import { disconnectPayout, listPayouts } from '../../domain/payments/payouts/list-payouts.ts'
import { refreshPayout } from '../../domain/payments/payouts/refresh-payout.ts'
import type { AppContext } from '../context.ts'
import { consentCookie } from '../http/cookies.ts'
import { handle } from '../http/handle.ts'
import { sessionTokenOf, viewerOf } from '../http/viewer.ts'

const settingsPage = '/dashboard/payment-setting'

/** What PayPal's log-in page sends back. */
const returned = z.object({
  state: z.string().check(z.maxLength(200)),
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
  error: z.optional(z.string()),
})

export function payoutRoutes(ctx: AppContext): Router {
  const router = Router()
  const page = ctx.config.publicUrl + settingsPage

  handle(router, calls.getPayoutAccounts, ({ viewer }) => listPayouts(ctx, viewer.uid))

  handle(router, calls.refreshPayoutAccount, async ({ body, viewer }) => {
    await refreshPayout(ctx, viewer.uid, body.provider)
    return listPayouts(ctx, viewer.uid)
  })

  handle(router, calls.disconnectPayoutAccount, async ({ body, viewer }) => {
    await disconnectPayout(ctx, viewer.uid, body.provider)
    ctx.log.info({ uid: viewer.uid, provider: body.provider }, 'payout account disconnected')
    return listPayouts(ctx, viewer.uid)
  })

  handle(router, calls.connectStripe, async ({ body, viewer }) => {
    const ways = { returnUrl: `${page}?connected=stripe`, refreshUrl: `${page}?expired=stripe` }
    return { url: await connectStripe(ctx, await creatorOf(ctx, viewer.uid), body.country, ways) }
  })

  handle(router, calls.connectPaypal, async ({ viewer, req, res }) => {
    const { paypal } = ctx.payments
    if (!paypal) throw new AppError('unavailable', { text: 'error_paypal_off' })
    if (!paypal.isPartner) return { url: leaveForLogIn(ctx, req, res) }
    return { url: await referToPaypal(ctx, await creatorOf(ctx, viewer.uid), `${page}?connected=paypal`) }
  })

  router.get(`/${browserPaths.paypalCallback}`, async (req, res) =>
    res.redirect(await comeBack(ctx, req, res)),
  )
  return router
}

async function creatorOf({ db }: AppContext, uid: string): Promise<ConnectingCreator> {
  const user = await findSessionUser(db, uid)
  if (!user) throw new AppError('unauthenticated')
  return { uid, email: user.email, displayName: user.displayName }
}

/** To PayPal's log-in, bound to this session and this browser. */
function leaveForLogIn({ config, payments }: AppContext, req: Request, res: Response): string {
  const sessionToken = sessionTokenOf(req.headers.cookie)
  if (!sessionToken) throw new AppError('unauthenticated')
  const { cookie, state } = openConsent(config.sessionSecret, { platform: 'paypal', sessionToken })
  consentCookie('paypal').set(res, cookie, config.publicUrl)
  return payments.paypal!.accounts.consentUrl(redirectUriOf(config.publicUrl), state)
}

/** Back from it. Whose settings these are says the session, and nothing else. */
async function comeBack(ctx: AppContext, req: Request, res: Response): Promise<string> {
  const viewer = viewerOf(res)
  if (!viewer) return '/account'
  const { config, log } = ctx
  const { paypal } = ctx.payments
  const token = consentCookie('paypal').read(req)
  consentCookie('paypal').clear(res, config.publicUrl)
  if (viewer.accountType !== creatorAccountType || !paypal || paypal.isPartner) return settingsPage
  const answer = returned.safeParse(req.query)
  const sessionToken = sessionTokenOf(req.headers.cookie)
  if (!answer.success || !token || !sessionToken) return withError('expired')
  const { state, code, error } = answer.data
  if (!closeConsent(config.sessionSecret, { platform: 'paypal', sessionToken }, token, state))
    return withError('expired')
  if (!code) return withError(error === 'access_denied' ? 'denied' : 'failed')
  try {
    const account = await orUnavailable(ctx, () =>
      paypal.accounts.redeem(code, redirectUriOf(config.publicUrl)),
    )
    await connectPaypalAccount(ctx, viewer.uid, account)
    return `${settingsPage}?connected=paypal`
  } catch (failure) {
    log.warn({ uid: viewer.uid, reason: (failure as Error).message }, 'PayPal not connected')
    return withError('failed')
  }
}

function withError(error: 'expired' | 'denied' | 'failed'): string {
  return `${settingsPage}?${new URLSearchParams({ error, provider: 'paypal' })}`
}

/** As it is registered with PayPal. */
function redirectUriOf(publicUrl: string): string {
  return publicUrl + apiBase + browserPaths.paypalCallback
}
