/**
 * What each route and socket event costs us, and which limits bound it. A mounted route that is missing here fails the test beside
 * this file, which also writes the table into docs/abuse.md. The numbers are those that the limits enforce.
 */
import type { LimitName } from './limit-table.ts'
import type { RouteCase, SocketCase, routeTable } from './role-table.ts'

/** What a call costs beyond a request to this server, and its limits. Calls with the same cost share one. */
export interface Cost {
  costs: string
  limits: readonly LimitName[]
}

const cost = (costs: string, ...names: LimitName[]): Cost => ({ costs, limits: names })

const nothing = cost('nothing')
const read = cost('one to three reads by index')
const list = cost('up to 1,000 rows by index')
const ownRead = cost('reads of the own account, by index')
const ownWrite = cost('a row of the own account')
const ownMail = cost('a row and a mail to the own address')
const order = cost(
  'a call to the provider and a row; past the limit of the creator 3–7 ms for each proof',
  'order open-network',
  'order open-account',
  'order open-creator',
  'order failed-network',
  'order failed-account',
  'order failed-creator',
  'order wait',
  'order proof',
)
const lookUp = cost('one or two calls to the provider', 'order look-up', 'order look-up-network')
const signUpWrite = cost('a row of the own sign-up')
const code = cost('one check of a code', 'account code-guess')
const upload = cost(
  'up to 5 MB, and a process that decodes (Pictures, above)',
  'account upload',
  'account upload-net',
)
const removal = cost('a row, and a file removed')
const card = cost('drawing a picture, once for each change', 'account drawing')
const consent = cost('a sealed cookie')
const grant = cost('two calls to the platform, with a code of its consent page', 'account provider-call')
const platformCall = cost(
  'one or two calls to the platform or provider, on the own account',
  'account provider-call',
)
const discord = cost('a call to Discord', 'account discord')
const confirm = cost('one Argon2id hash, about 50 ms', 'account confirmation', 'account confirmation-day')
const logIn = cost(
  'one Argon2id hash, about 50 ms; past the limit of the account 5 to 17 ms for each proof',
  'log-in device',
  'log-in pair',
  'log-in net',
  'log-in account',
  'log-in code',
  'log-in proof',
)
const passkeyAsked = cost('reads of the own account, and a sealed cookie')
const secondFactor = cost('one check of a code', 'account second-factor')
const receipt = cost(
  'a row and a mail',
  'account receipt-mail',
  'account receipt-address',
  'account link-net',
)
const ownOverlay = cost('a row, with the key or in the own session only', 'packets')
const event = cost('a row that is fanned out to the own overlays')
const page = cost('a file in memory; of a creator or goal one read')

/** The route in a row's name: the part before ` | `, after which the role table names a variant. */
type RouteOf<Name extends RouteCase | SocketCase> = Name extends `${infer Route} | ${string}` ? Route : Name
export type Route = RouteOf<keyof typeof routeTable>

/** The cost of every route, by method and path as mounted, and of every socket event, by namespace and event. */
export const costTable: Readonly<Record<Route | RouteOf<SocketCase>, Cost>> = {
  'GET /api/v1/account/health': read,
  'GET /api/v1/account/site-settings': nothing,
  'GET /api/v1/account/testimonial/getall': nothing,
  'GET /api/v1/openapi.json': nothing,
  'POST /api/v1/account/log-in': logIn,
  'POST /api/v1/account/log-out': ownWrite,
  'GET /api/v1/account/profile': ownRead,
  'POST /api/v1/account/sign-up/start': cost(
    'one Argon2id hash, about 50 ms, and a row for 24 hours',
    'account sign-up',
  ),
  'GET /api/v1/account/sign-up': read,
  'GET /api/v1/account/name-availability': cost('one read by index', 'account name-look-up'),
  'POST /api/v1/account/sign-up/select-role': signUpWrite,
  'POST /api/v1/account/sign-up/select-url': signUpWrite,
  'POST /api/v1/account/sign-up/about-yourself': cost('a row and a mail', 'account code-mail'),
  'POST /api/v1/account/sign-up/resend-code': cost('a mail', 'account code-mail'),
  'POST /api/v1/account/sign-up/verify-code': code,
  'POST /api/v1/account/sign-up/open-by-google': signUpWrite,
  'POST /api/v1/account/google/start': cost('a sealed cookie', 'account google'),
  'GET /api/v1/account/google/callback': cost(
    'two calls to the platform, with a code of its consent page',
    'account google-code',
  ),
  'POST /api/v1/account/google/confirm': consent,
  'GET /api/v1/account/google': read,
  'POST /api/v1/account/google/finish': logIn,
  'POST /api/v1/account/password-reset/request': cost(
    'a row and a mail, once in ten minutes for an account',
    'account reset-unknown',
    'account link-net',
  ),
  'POST /api/v1/account/password-reset/finish': cost('one Argon2id hash, about 50 ms, with a valid link'),
  'POST /api/v1/account/change-password': cost('one Argon2id hash, about 50 ms, in a confirmed session only'),
  'POST /api/v1/account/confirm': confirm,
  'GET /api/v1/account/confirmation': read,
  'POST /api/v1/account/change-email': cost('a row and a mail', 'account email-change', 'account link-net'),
  'POST /api/v1/account/undo-change': cost(
    'one read by the hash of the link; with a valid one a check of a code',
    'account undo-code',
  ),
  'POST /api/v1/account/confirm-email': cost('one read by the hash of the link'),
  'GET /api/v1/account/two-factor': ownRead,
  'POST /api/v1/account/two-factor/start': ownWrite,
  'POST /api/v1/account/two-factor/confirm': secondFactor,
  'POST /api/v1/account/two-factor/recovery-codes': secondFactor,
  'POST /api/v1/account/two-factor/stop': ownMail,
  'GET /api/v1/account/passkeys': ownRead,
  'POST /api/v1/account/passkeys/start': passkeyAsked,
  'POST /api/v1/account/passkeys/add': cost('one signature, a row and a mail to the own address'),
  'POST /api/v1/account/passkeys/rename': ownWrite,
  'POST /api/v1/account/passkeys/remove': ownMail,
  'POST /api/v1/account/passkeys/log-in/start': consent,
  'POST /api/v1/account/passkeys/log-in': cost('one signature', 'log-in device', 'log-in net'),
  'POST /api/v1/account/passkeys/confirm/start': passkeyAsked,
  'POST /api/v1/account/passkeys/confirm': cost(
    'one signature, of a passkey that the account has',
    'account confirmation',
    'account confirmation-day',
  ),
  'GET /api/v1/account/sessions': ownRead,
  'POST /api/v1/account/sessions/revoke': ownWrite,
  'POST /api/v1/account/log-out-everywhere': ownWrite,
  'POST /api/v1/account/update-profile': ownWrite,
  'POST /api/v1/account/change-user-name': cost('a row', 'account rename'),
  'POST /api/v1/account/become-creator': ownMail,
  'POST /api/v1/account/upload-picture': upload,
  'POST /api/v1/account/remove-picture': removal,
  'POST /api/v1/account/sign-up/select-profile-picture': upload,
  'POST /api/v1/account/sign-up/remove-profile-picture': removal,
  'POST /api/v1/account/delete': ownMail,
  'GET /api/v1/account/data-export': ownRead,
  'POST /api/v1/account/data-export/start': cost(
    'a job that reads everything of the account, and a file',
    'account data-export',
  ),
  'GET /api/v1/account/data-export/:id/download': cost('a file of the own account'),
  'POST /api/v1/account/change-currency': ownWrite,
  'GET /api/v1/account/get_user_data_by_username': read,
  'GET /api/v1/account/creator-profile': read,
  'GET /api/v1/account/get_creator_data': read,
  'GET /api/v1/account/get_all_creators': list,
  'GET /api/v1/account/get_all_creators_for_tags': list,
  'GET /api/v1/account/get_all_creators_for_search': list,
  'GET /api/v1/account/featured-creators': read,
  'GET /api/v1/goals/get_all_goals': read,
  'GET /api/v1/goals/get_creator_leaderboard': read,
  'GET /api/v1/goals/supporter-card': read,
  'GET /api/v1/goals/own-goals': ownRead,
  'POST /api/v1/goals/create-goal': cost('a row that stays public', 'account goal'),
  'POST /api/v1/goals/update-goal': ownWrite,
  'POST /api/v1/goals/change-status': ownWrite,
  'POST /api/v1/goals/reorder-goals': ownWrite,
  'POST /api/v1/goals/upload-picture': upload,
  'POST /api/v1/goals/remove-picture': removal,
  'GET /api/v1/goals/insights': ownRead,
  'GET /api/v1/goals/total-earnings': ownRead,
  'GET /api/v1/goals/received-tips': ownRead,
  'POST /api/v1/goals/replay-alert': event,
  'GET /api/v1/account/checklist': ownRead,
  'GET /api/v1/account/given-tips': ownRead,
  'GET /api/v1/account/giving': ownRead,
  'GET /api/v1/account/get-notification-preferences': ownRead,
  'POST /api/v1/account/update-notification-preference': ownWrite,
  'GET /api/v1/account/notifications': ownRead,
  'POST /api/v1/account/read-notifications': ownWrite,
  'GET /api/v1/account/push-settings': ownRead,
  'POST /api/v1/account/subscribe-push': ownWrite,
  'POST /api/v1/account/unsubscribe-push': ownWrite,
  'GET /api/v1/account/overlay-settings': ownRead,
  'POST /api/v1/account/save-overlay-settings': ownWrite,
  'POST /api/v1/account/show-overlay-key': ownWrite,
  'POST /api/v1/account/replace-overlay-key': ownWrite,
  'GET /api/v1/account/twitch/status': ownRead,
  'GET /api/v1/account/youtube/status': ownRead,
  'POST /api/v1/account/twitch/disconnect': platformCall,
  'POST /api/v1/account/youtube/disconnect': platformCall,
  'GET /api/v1/account/twitch/connect': consent,
  'GET /api/v1/account/youtube/connect': consent,
  'GET /api/v1/account/twitch/callback': grant,
  'GET /api/v1/account/youtube/callback': grant,
  'GET /api/v1/account/get/chatbotsettings': ownRead,
  'GET /api/v1/account/chat-log': ownRead,
  'POST /api/v1/account/settings/chatbot': ownWrite,
  'GET /api/v1/account/chat-health': ownRead,
  'GET /api/v1/account/discord/status': ownRead,
  'POST /api/v1/account/discord/connect': discord,
  'POST /api/v1/account/discord/test': discord,
  'POST /api/v1/account/discord/disconnect': ownWrite,
  'GET /api/v1/account/chat-templates': ownRead,
  'POST /api/v1/account/save-chat-templates': ownWrite,
  'GET /api/v1/account/blocked-words': ownRead,
  'POST /api/v1/account/add-blocked-word': ownWrite,
  'POST /api/v1/account/remove-blocked-word': ownWrite,
  'POST /api/v1/goals/test-alert': event,
  'GET /api/v1/books/statement': ownRead,
  'GET /api/v1/books/statement-csv': ownRead,
  'POST /api/v1/books/refund-tip': cost('one or two calls to the provider', 'account refund'),
  'GET /api/v1/books/disputes': ownRead,
  'GET /api/v1/books/dispute-evidence': ownRead,
  'GET /api/v1/paypal/checkout-settings': read,
  'POST /api/v1/paypal/create-order': order,
  'POST /api/v1/paypal/capture-order/:orderId': lookUp,
  'POST /api/v1/paypal/webhook': cost(
    'reading up to 256 KB, one signature, and a fetch of a certificate',
    'certificate network',
    'certificate all',
  ),
  'POST /api/v1/stripe/create-checkout-session': order,
  'POST /api/v1/stripe/confirm-checkout-session/:sessionId': lookUp,
  'POST /api/v1/stripe/webhook': cost('reading up to 256 KB and one HMAC'),
  'POST /api/v1/account/receipt': read,
  'POST /api/v1/account/send-receipt': receipt,
  'GET /api/v1/account/tip-limits': read,
  'GET /api/v1/account/tip-rules': ownRead,
  'POST /api/v1/account/save-tip-rules': ownWrite,
  'GET /api/v1/account/blocked-supporters': ownRead,
  'POST /api/v1/account/block-supporter': ownWrite,
  'POST /api/v1/account/unblock-supporter': ownWrite,
  'POST /api/v1/goals/end-hold': event,
  'GET /api/v1/account/payout-accounts': ownRead,
  'POST /api/v1/account/refresh-payout-account': platformCall,
  'POST /api/v1/account/disconnect-payout-account': ownWrite,
  'POST /api/v1/stripe/connect': platformCall,
  'POST /api/v1/paypal/connect': platformCall,
  'GET /api/v1/account/paypal/callback': grant,
  'GET /streamalerts': page,
  'GET /overlay': page,
  'GET /media/:name': cost('a file'),
  'GET /share/:userName/card.png': card,
  'GET /share/:userName/:goaluuid/card.png': card,
  'GET /{*path}': page,
  '/ connect': cost('nothing; it is refused'),
  '/alerts connect': cost(
    'one read for many connections; of missed alerts what the address may have',
    'connections',
    'packets',
  ),
  '/alerts overlay:state': ownOverlay,
  '/alerts alert:begin': ownOverlay,
  '/alerts alert:shown': ownOverlay,
  '/live connect': cost(
    'the goals and the leaderboard of a creator, once for all who watch',
    'connections',
    'packets',
  ),
}
