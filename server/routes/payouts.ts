/** The accounts into which a creator is paid: connecting, reading and disconnecting them. */
import { Router } from 'express'
import type { Request, Response } from 'express'
import * as z from 'zod/mini'
import { apiBase, browserPaths } from '../../contract/calls.ts'
import { creatorAccountType } from '../../contract/entities.ts'
import { AppError } from '../../contract/errors.ts'
import * as calls from '../../contract/payout-calls.ts'
import { findSessionUser } from '../../db/queries/accounts.ts'
import type { Provider } from '../../db/schema.ts'
import { closeConsent, openConsent } from '../../domain/chat/consent.ts'
import { orUnavailable } from '../../domain/payments/orders/payment-context.ts'
import { connectPayout, saveConnectedAccount } from '../../domain/payments/payouts/connect-payout.ts'
import { disconnectPayout, listPayouts } from '../../domain/payments/payouts/list-payouts.ts'
import { refreshPayout } from '../../domain/payments/payouts/refresh-payout.ts'
import type { AccountGateway, ConnectingCreator } from '../../domain/payments/provider/account-gateway.ts'
import type { AppContext } from '../context.ts'
import { consentCookie } from '../http/cookies.ts'
import { handle } from '../http/handle.ts'
import { sessionTokenOf, viewerOf } from '../http/viewer.ts'

const settingsPage = '/dashboard/payment-setting'

/** The query with which PayPal's login page returns. */
const returned = z.object({
  state: z.string().check(z.maxLength(200)),
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
  error: z.optional(z.string()),
})

export function payoutRoutes(ctx: AppContext): Router {
  const router = Router()
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

  handle(router, calls.connectStripe, async ({ body, viewer }) => ({
    url: await connect(ctx, 'stripe', viewer.uid, body.country),
  }))

  handle(router, calls.connectPaypal, async ({ viewer, req, res }) => {
    const login = ctx.payments.paypal?.accounts.login
    return { url: login ? startLogin(ctx, login, req, res) : await connect(ctx, 'paypal', viewer.uid) }
  })

  router.get(`/${browserPaths.paypalCallback}`, async (req, res) =>
    res.redirect(await finishLogin(ctx, req, res)),
  )
  return router
}

type Login = NonNullable<AccountGateway['login']>

async function connect(ctx: AppContext, provider: Provider, uid: string, country?: string): Promise<string> {
  const page = ctx.config.publicUrl + settingsPage
  const pages = { returnUrl: `${page}?connected=${provider}`, refreshUrl: `${page}?expired=${provider}` }
  return connectPayout(ctx, { provider, creator: await getCreator(ctx, uid), country, pages })
}

async function getCreator({ db }: AppContext, uid: string): Promise<ConnectingCreator> {
  const user = await findSessionUser(db, uid)
  if (!user) throw new AppError('unauthenticated')
  return { uid, email: user.email, displayName: user.displayName }
}

/** Returns the address of PayPal's login page. The consent is bound to this session and this browser. */
function startLogin({ config }: AppContext, login: Login, req: Request, res: Response): string {
  const sessionToken = sessionTokenOf(req.headers.cookie)
  if (!sessionToken) throw new AppError('unauthenticated')
  const { cookie, state } = openConsent(config.sessionSecret, { platform: 'paypal', sessionToken })
  consentCookie('paypal').set(res, cookie, config.publicUrl)
  return login.urlFor(redirectUriOf(config.publicUrl), state)
}

/** Connects the account that PayPal's login page sent back. Only the session decides whose settings change. */
async function finishLogin(ctx: AppContext, req: Request, res: Response): Promise<string> {
  const viewer = viewerOf(res)
  if (!viewer) return '/account'
  const { config } = ctx
  const login = ctx.payments.paypal?.accounts.login
  const token = consentCookie('paypal').read(req)
  consentCookie('paypal').clear(res, config.publicUrl)
  if (viewer.accountType !== creatorAccountType || !login) return settingsPage
  const query = returned.safeParse(req.query)
  const sessionToken = sessionTokenOf(req.headers.cookie)
  if (!query.success || !token || !sessionToken) return withError('expired')
  const { state, code, error } = query.data
  if (!closeConsent(config.sessionSecret, { platform: 'paypal', sessionToken }, token, state))
    return withError('expired')
  if (!code) return withError(error === 'access_denied' ? 'denied' : 'failed')
  return redeem(ctx, login, viewer.uid, code)
}

async function redeem(ctx: AppContext, login: Login, uid: string, code: string): Promise<string> {
  try {
    const account = await orUnavailable(ctx, { uid, provider: 'paypal' }, () =>
      login.redeem(code, redirectUriOf(ctx.config.publicUrl)),
    )
    await saveConnectedAccount(ctx, uid, 'paypal', account)
    return `${settingsPage}?connected=paypal`
  } catch (failure) {
    ctx.log.warn({ uid, reason: (failure as Error).message }, 'PayPal not connected')
    return withError('failed')
  }
}

function withError(error: 'expired' | 'denied' | 'failed'): string {
  return `${settingsPage}?${new URLSearchParams({ error, provider: 'paypal' })}`
}

/** The redirect address, exactly as it is registered with PayPal. */
function redirectUriOf(publicUrl: string): string {
  return publicUrl + apiBase + browserPaths.paypalCallback
}
