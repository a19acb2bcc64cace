/**
 * What is mounted and is no call of the contract: pages, files, the addresses that browsers and providers come back to, and the events of
 * sockets. Each says what it costs and what limits it, as calls do.
 */
import type { RequestHandler, Router } from 'express'
import type { CallDefinition } from '../../contract/call.ts'
import { apiBase, browserPaths } from '../../contract/calls.ts'
import { platform } from '../../contract/chat/platforms.ts'
import type { Platform } from '../../contract/chat/platforms.ts'
import { declineLimits } from '../../contract/limit-groups.ts'
import type { LimitName } from '../../contract/limits.ts'
import { changeMailSubscription } from '../../contract/mail/mail-subscription-calls.ts'
import { unsubscribePath } from '../../contract/mail/mail-subscription.ts'
import { createPaypalOrder } from '../../contract/payments/paypal-calls.ts'
import { mediaBase } from '../../contract/pages/pictures.ts'
import { soundsBase, speechBase } from '../../contract/alerts/sound-address.ts'
import { tipFormPath } from '../../contract/payments/tip-form.ts'
import { costsOf } from '../../contract/usual-costs.ts'
import { withLimits } from '../../domain/security/declared-limits.ts'
import { takeLimits } from './limit-requests.ts'

export interface OtherRoute {
  costs: string
  limits: readonly LimitName[]
  /** Who may open it: everybody, or only a creator, while other browsers are redirected. */
  access: 'public' | 'creator'
}

const read = of('one to three reads by index')
const nothing = of('nothing')
const page = of('a file in memory; of a creator or goal two reads')
const keyedFile = of('one read by key, and a file')
const card = of('drawing a picture, once for each change', 'account drawing')
const chatAnswer = of('two or three reads by index', 'account chat-answer')
const redeeming = 'two calls to the platform, with a code of its consent page'
const consent: OtherRoute = { ...of('a sealed cookie'), access: 'creator' }
const grant: OtherRoute = { ...of(redeeming, 'account provider-call'), access: 'creator' }

/** Every such route by its method and its path as mounted. */
export const otherRoutes = {
  'GET /readyz': read, // says one word to the reverse proxy
  [`GET ${apiBase}${browserPaths.openapi}` as const]: nothing,
  [`GET ${apiBase}${browserPaths.toolsOpenapi}` as const]: nothing,
  [`GET ${apiBase}${browserPaths.asyncapi}` as const]: nothing,
  [`GET ${apiBase}${browserPaths.googleCallback}` as const]: of(redeeming, 'account google-code'),
  ...consentRoutes('connect', consent),
  ...consentRoutes('callback', grant),
  [`GET ${apiBase}${browserPaths.paypalCallback}` as const]: grant,
  [`POST ${apiBase}${browserPaths.paypalWebhook}` as const]: of(
    'reading up to 256 KB, one signature, and a fetch of a certificate',
    'certificate network',
    'certificate all',
    ...declineLimits,
  ),
  [`POST ${apiBase}${browserPaths.stripeWebhook}` as const]: of(
    'reading up to 256 KB and one HMAC',
    ...declineLimits,
  ),
  'GET /streamalerts': page,
  'GET /overlay': page,
  'GET /overlay/scene': page,
  'GET /robots.txt': of('nothing but a text'),
  'GET /sitemap.xml': of('one read of at most 40,000 names, by index, in ten minutes'),
  [`GET ${mediaBase}:name` as const]: of('a file'),
  [`GET ${soundsBase}:name` as const]: keyedFile,
  [`GET ${speechBase}:token` as const]: keyedFile, // the address is the authorisation
  'GET /share/:userName/card.png': card,
  'GET /share/:userName/:goaluuid/card.png': card,
  'GET /c/:name/tip.txt': chatAnswer,
  'GET /c/:name/goal.txt': chatAnswer,
  'GET /c/:name/top.txt': chatAnswer,
  'GET /g/:code': read,
  [`POST ${tipFormPath}` as const]: as(createPaypalOrder),
  [`POST ${unsubscribePath}` as const]: as(changeMailSubscription), // the link is the authorisation
  'GET /{*path}': page,
} satisfies Record<string, OtherRoute>
export type OtherRouteName = keyof typeof otherRoutes

const ownOverlay = of('a row, with the key or in the own session only', 'packets')

/** Every event of a socket by its namespace and name; `connect` is the connection to the namespace. */
export const socketEvents = {
  '/ connect': of('nothing; it is refused'),
  '/alerts connect': of(
    'one read for many connections; of missed alerts what the address may have',
    'connections',
    'packets',
  ),
  '/alerts overlay:state': ownOverlay,
  '/alerts alert:begin': ownOverlay,
  '/alerts alert:shown': ownOverlay,
  '/alerts alert:end': ownOverlay,
  '/alerts alert:cut': ownOverlay,
  '/live connect': of(
    'the goals and the leaderboard of a creator, once for all who watch',
    'connections',
    'packets',
  ),
  '/live time': of('nothing but the answer', 'packets'),
} satisfies Record<string, OtherRoute>
export type SocketEvent = keyof typeof socketEvents

/** Mounts a route on the application, or on a router of `apiBase`. Its last handler runs once the request is within the limits. */
export function mountOther(router: Router, name: OtherRouteName, ...handlers: RequestHandler[]): void {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string]
  const { limits }: OtherRoute = otherRoutes[name]
  const last = handlers.at(-1)!
  const limited: RequestHandler = (req, res, next) =>
    withLimits(name, limits, async () => {
      await takeLimits(req, limits, undefined)
      return last(req, res, next)
    })
  const local = path.startsWith(apiBase) ? `/${path.slice(apiBase.length)}` : path
  router[method === 'GET' ? 'get' : 'post'](local, ...handlers.slice(0, -1), limited)
}

/** Returns the routes of this name of all platforms that have a consent page. */
function consentRoutes<const Name extends string>(
  name: Name,
  route: OtherRoute,
): Record<`GET ${typeof apiBase}account/${Platform}/${Name}`, OtherRoute> {
  const routes = platform.options.map((one) => [`GET ${apiBase}account/${one}/${name}`, route] as const)
  return Object.fromEntries(routes) as ReturnType<typeof consentRoutes<Name>>
}

function of(costs: string, ...limits: LimitName[]): OtherRoute {
  return { costs, limits, access: 'public' }
}

/** Returns the declaration of a route that does the same as a call. */
function as(call: CallDefinition): OtherRoute {
  return of(costsOf(call), ...(call.limits ?? []))
}
