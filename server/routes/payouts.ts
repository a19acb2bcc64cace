/** Routes to connect, read and disconnect the accounts that a creator is paid into. */
import { Router } from 'express'
import type { Request, Response } from 'express'
import { apiBase, browserPaths } from '../../contract/calls.ts'
import { creatorAccountType } from '../../contract/entities.ts'
import { AppError } from '../../contract/errors.ts'
import * as calls from '../../contract/payments/payout-calls.ts'
import type { Provider } from '../../db/schema.ts'
import { getSessionUser } from '../../domain/accounts/to-session-user.ts'
import { orUnavailable } from '../../domain/payments/orders/payment-context.ts'
import { connectPayout, saveLoggedInAccount } from '../../domain/payments/payouts/connect-payout.ts'
import { disconnectPayout, listPayouts } from '../../domain/payments/payouts/list-payouts.ts'
import { refreshPayout } from '../../domain/payments/payouts/refresh-payout.ts'
import type { AccountGateway } from '../../domain/payments/provider/account-gateway.ts'
import type { OwnSession, Viewer } from '../../domain/accounts/sessions.ts'
import type { AppContext } from '../context.ts'
import { ownSession } from '../http/confirmed.ts'
import { finishConsent, startConsent } from '../http/consent.ts'
import { mountOther } from '../http/other-routes.ts'
import { handle } from '../http/handle.ts'
import { viewerOf } from '../http/viewer.ts'

const settingsPage = '/dashboard/payment-setting'

export function payoutRoutes(ctx: AppContext): Router {
  const router = Router()
  handle(router, calls.getPayoutAccounts, ({ viewer }) => listPayouts(ctx, viewer.uid))

  handle(router, calls.refreshPayoutAccount, async ({ body, viewer }) => {
    await refreshPayout(ctx, viewer.uid, body.provider)
    return listPayouts(ctx, viewer.uid)
  })

  handle(router, calls.disconnectPayoutAccount, async (request) => {
    const { body, viewer } = request
    await disconnectPayout(ctx, ownSession(request), body)
    ctx.log.info({ uid: viewer.uid, provider: body.provider }, 'payout account disconnected')
    return listPayouts(ctx, viewer.uid)
  })

  handle(router, calls.connectStripe, async (request) => {
    return { url: await connect(ctx, 'stripe', request, request.body.country) }
  })

  handle(router, calls.connectPaypal, async (request) => {
    const { req, res } = request
    const login = ctx.payments.paypal?.accounts.login
    return { url: login ? startLogin(ctx, login, req, res) : await connect(ctx, 'paypal', request) }
  })

  mountOther(router, `GET ${apiBase}${browserPaths.paypalCallback}`, async (req, res) =>
    res.redirect(await finishLogin(ctx, req, res)),
  )
  return router
}

type Login = NonNullable<AccountGateway['login']>

async function connect(
  ctx: AppContext,
  provider: Provider,
  request: { req: Request; viewer: Viewer },
  country?: string,
): Promise<string> {
  const session = ownSession(request)
  const page = ctx.config.publicUrl + settingsPage
  const pages = { returnUrl: `${page}?connected=${provider}`, refreshUrl: `${page}?expired=${provider}` }
  const creator = await getSessionUser(ctx, session.uid)
  return connectPayout(ctx, { provider, session, creator, country, pages })
}

/** Returns the address of PayPal's login page. The consent is bound to this session and this browser. */
function startLogin(ctx: AppContext, login: Login, req: Request, res: Response): string {
  const consent = startConsent(ctx, 'paypal', req, res)
  if (!consent) throw new AppError('unauthenticated')
  return login.urlFor(redirectUriOf(ctx.config.publicUrl), consent.state)
}

/** Connects the account that PayPal's login page sent back. Only the session decides whose settings change. */
async function finishLogin(ctx: AppContext, req: Request, res: Response): Promise<string> {
  const viewer = viewerOf(res)
  if (!viewer) return '/account'
  const login = ctx.payments.paypal?.accounts.login
  const { failure, code } = finishConsent(ctx, 'paypal', req, res)
  if (viewer.accountType !== creatorAccountType || !login) return settingsPage
  return failure ? withError(failure) : redeem(ctx, login, ownSession({ req, viewer }), code)
}

async function redeem(ctx: AppContext, login: Login, session: OwnSession, code: string): Promise<string> {
  const { uid } = session
  try {
    await ctx.accountLimits.take('provider-call', uid)
    const account = await orUnavailable(ctx, { uid, provider: 'paypal' }, () =>
      login.redeem(code, redirectUriOf(ctx.config.publicUrl)),
    )
    await saveLoggedInAccount(ctx, session, 'paypal', account)
    return `${settingsPage}?connected=paypal`
  } catch (failure) {
    ctx.log.warn({ uid, reason: (failure as Error).message }, 'PayPal not connected')
    return withError('failed')
  }
}

function withError(error: 'expired' | 'denied' | 'failed'): string {
  return `${settingsPage}?${new URLSearchParams({ error, provider: 'paypal' })}`
}

/** Returns the redirect address, exactly as it is registered with PayPal. */
function redirectUriOf(publicUrl: string): string {
  return publicUrl + apiBase + browserPaths.paypalCallback
}
