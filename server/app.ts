/** Assembles the web server: the order of middlewares and routes. */
import compression from 'compression'
import express, { Router } from 'express'
import type { Express, RequestHandler } from 'express'
import { apiBase } from '../contract/calls.ts'
import { mediaBase } from '../contract/pages/pictures.ts'
import { soundsBase, speechBase } from '../contract/alerts/sound-address.ts'
import type { AppContext } from './context.ts'
import { chatAnswers } from '../domain/insights/chat-answers.ts'
import { serveChatAnswer } from './http/chat-answers.ts'
import { redirectToGoal } from './http/short-address.ts'
import { setLimits } from './http/limit-requests.ts'
import { mountOther } from './http/other-routes.ts'
import { rejectCrossSite } from './http/cross-site.ts'
import { errorHandler, rejectUnknownPath } from './http/errors.ts'
import { servePicture } from './http/media.ts'
import { serveSpeech } from './http/serve-speech.ts'
import { serveSound } from './http/serve-sound.ts'
import { serveSharePicture } from './http/share-picture.ts'
import { mailSubscriptionRoutes, unsubscribeByPost } from './routes/mail-subscriptions.ts'
import { openPayment } from './routes/tip-form.ts'
import { tipFormPath } from '../contract/payments/tip-form.ts'
import { unsubscribePath } from '../contract/mail/mail-subscription.ts'
import { logRequests } from './http/log-requests.ts'
import { markChange } from './http/recent-change.ts'
import { serveRobots, serveSitemap } from './http/crawlers.ts'
import { rejectPlatformCalls } from './http/platform-calls.ts'
import { serveReadiness } from './http/readiness.ts'
import { identifyRequests } from './http/request-id.ts'
import { securityHeaders } from './http/security-headers.ts'
import { admitTools } from './http/tool-access.ts'
import { admitConfirmed } from './http/confirmed.ts'
import { setAddress } from './http/host-cookie.ts'
import { readViewer } from './http/viewer.ts'
import { accountRoutes } from './routes/account.ts'
import { adminRoutes } from './routes/admin.ts'
import { chatRoutes } from './routes/chat.ts'
import { chatLogRoutes } from './routes/chat-log.ts'
import { connectRoutes } from './routes/connect.ts'
import { dataRoutes } from './routes/data.ts'
import { discordRoutes } from './routes/discord.ts'
import { goalRoutes } from './routes/goals.ts'
import { googleRoutes } from './routes/google.ts'
import { importRoutes } from './routes/imports.ts'
import { insightRoutes } from './routes/insights.ts'
import { invoiceRoutes } from './routes/invoices.ts'
import { statementRoutes } from './routes/statement.ts'
import { ownGoalRoutes } from './routes/own-goals.ts'
import { paymentWebhookRoutes } from './routes/payment-webhooks.ts'
import { overlayRoutes } from './routes/overlay.ts'
import { panelRoutes } from './routes/panel.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { paypalRoutes } from './routes/paypal.ts'
import { payoutRoutes } from './routes/payouts.ts'
import { receiptRoutes } from './routes/receipts.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { pushRoutes } from './routes/push.ts'
import { profileRoutes } from './routes/profile.ts'
import { securityRoutes } from './routes/security.ts'
import { settingsRoutes } from './routes/settings.ts'
import { stripeRoutes } from './routes/stripe.ts'
import { showRoutes } from './routes/show.ts'
import { speechRoutes } from './routes/speech.ts'
import { soundRoutes } from './routes/sounds.ts'
import { alertStyleRoutes } from './routes/alert-styles.ts'
import { sceneRoutes } from './routes/scenes.ts'
import { signUpRoutes } from './routes/sign-up.ts'
import { timerRoutes } from './routes/timers.ts'
import { widgetRoutes } from './routes/widgets.ts'
import { tipRuleRoutes } from './routes/tip-rules.ts'
import { toolRoutes } from './routes/tools.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { twoFactorRoutes } from './routes/two-factor.ts'
import { siteRoutes } from './routes/site.ts'

/** Creates the application: the API, then the given pages. */
export function createApp(ctx: AppContext, pages?: RequestHandler): Express {
  const app = express()
  setAddress(app, ctx.config.publicUrl)
  setLimits(app, ctx.accountLimits)
  app.disable('x-powered-by')
  app.set('etag', false) // computing an ETag costs a third of a small response's time, and no response is cached
  app.set('trust proxy', toTrust(ctx.config.trustProxy))
  app.use(identifyRequests)
  mountOther(app, 'GET /readyz', serveReadiness(ctx))
  app.use(apiBase, logRequests(ctx.log))
  // Webhooks come first, before sessions and rate limits of browsers: a signature over the raw body proves their origin, and a
  // delayed webhook would delay an alert.
  app.use(apiBase, paymentWebhookRoutes(ctx))
  app.use(securityHeaders(ctx.config))
  app.use(compression())
  if (ctx.replica) app.use(markChange(ctx.config.publicUrl))
  app.use(apiBase, api(ctx))
  app.use('/api', rejectUnknownPath)
  app.use('/metrics', rejectUnknownPath) // they are on the inner port; a page here would look like an answer
  mountOther(app, `GET ${mediaBase}:name`, servePicture(ctx.storage))
  mountOther(app, `GET ${soundsBase}:name`, serveSound(ctx))
  mountOther(app, `GET ${speechBase}:token`, serveSpeech(ctx))
  mountOther(app, 'GET /share/:userName/card.png', serveSharePicture(ctx))
  mountOther(app, 'GET /share/:userName/:goaluuid/card.png', serveSharePicture(ctx))
  for (const answer of chatAnswers)
    mountOther(app, `GET /c/:name/${answer}.txt`, serveChatAnswer(ctx, answer))
  mountOther(app, 'GET /g/:code', redirectToGoal(ctx))
  mountOther(app, 'GET /robots.txt', serveRobots(ctx))
  mountOther(app, 'GET /sitemap.xml', serveSitemap(ctx))
  mountOther(app, `POST ${tipFormPath}`, ...openPayment(ctx))
  mountOther(app, `POST ${unsubscribePath}`, ...unsubscribeByPost(ctx))
  if (pages) app.use(pages)
  app.use(rejectUnknownPath)
  app.use(errorHandler(ctx.log))
  return app
}

/** Mounts the API that browsers call. */
function api(ctx: AppContext): Router {
  const router = Router()
  router.use((_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store')
    next()
  })
  router.use(admitTools(ctx))
  router.use(rejectCrossSite(ctx.config.publicUrl))
  router.use(rejectPlatformCalls(ctx.config))
  router.use(siteRoutes(ctx)) // mounted before sessions are read, because health must work without them
  router.use(readViewer(ctx.db, ctx.config.publicUrl))
  router.use(admitConfirmed(ctx))
  router.use(
    accountRoutes(ctx),
    signUpRoutes(ctx),
    googleRoutes(ctx),
    securityRoutes(ctx),
    twoFactorRoutes(ctx),
    panelRoutes(ctx),
    passkeyRoutes(ctx),
    profileRoutes(ctx),
    pictureRoutes(ctx),
    dataRoutes(ctx),
    settingsRoutes(ctx),
    mailSubscriptionRoutes(ctx),
    pushRoutes(ctx),
    chatLogRoutes(ctx),
    connectRoutes(ctx),
    chatRoutes(ctx),
    discordRoutes(ctx),
    goalRoutes(ctx),
    statementRoutes(ctx),
    invoiceRoutes(ctx),
    adminRoutes(ctx),
    ownGoalRoutes(ctx),
    timerRoutes(ctx),
    widgetRoutes(ctx),
    overlayRoutes(ctx),
    soundRoutes(ctx),
    alertStyleRoutes(ctx),
    sceneRoutes(ctx),
    showRoutes(ctx),
    speechRoutes(ctx),
    insightRoutes(ctx),
    importRoutes(ctx),
    paypalRoutes(ctx),
    stripeRoutes(ctx),
    payoutRoutes(ctx),
    receiptRoutes(ctx),
    tipRuleRoutes(ctx),
    toolRoutes(ctx),
    webhookRoutes(ctx),
  )
  return router
}

/** Converts TRUST_PROXY to Express's setting: a number of proxies, a list of addresses, or false. */
function toTrust(trustProxy: string): number | string | false {
  if (trustProxy === '') return false
  return /^\d+$/.test(trustProxy) ? Number(trustProxy) : trustProxy
}
