/**
 * The role table: the required outcome of every route and socket event for every role. A mounted route that is missing here fails
 * the test beside this file. `roles/` contains the requests of each row and their effects.
 */
import { forAdminRoutes } from './admin-table.ts'

/** The roles. Each row is about data of `creator`; `otherCreator` is another creator; the admin is not a creator. */
export const roles = ['stranger', 'supporter', 'creator', 'otherCreator', 'admin'] as const
export type Role = (typeof roles)[number]

/** `done`, or the status of a rejection that changes nothing; 302 redirects the browser. */
export type Outcome = 'done' | 302 | 400 | 401 | 403 | 404 | 409 | 410 | 415 | 422
type Outcomes = Readonly<Record<Role, Outcome>>

const everybody = forAll('done')
const nobody = forAll(403)
const signedIn: Outcomes = { ...everybody, stranger: 401 }
const creators: Outcomes = { ...signedIn, supporter: 403, admin: 403 }
const admins: Outcomes = { ...forAll(403), stranger: 401, admin: 'done' }
const theCreatorAlone: Outcomes = { ...creators, otherCreator: 403 }
const creatorsInABrowser: Outcomes = { ...everybody, stranger: 302, supporter: 302, admin: 302 }
const theGoalsCreator: Outcomes = { ...creators, otherCreator: 404 }
const allButTheCreator: Outcomes = { ...everybody, creator: 409 }

function forAll(outcome: Outcome): Outcomes {
  return { stranger: outcome, supporter: outcome, creator: outcome, otherCreator: outcome, admin: outcome }
}

/** The routes by method and path as mounted. A route with several cases has a row for each, named after ` | `. */
export const routeTable = {
  'GET /api/v1/account/health': everybody,
  'GET /readyz': everybody, // says one word to the reverse proxy
  'GET /api/v1/account/site-settings': everybody,
  'GET /api/v1/account/testimonial/getall': everybody,
  'GET /api/v1/openapi.json': everybody,

  'POST /api/v1/account/log-in': everybody,
  'POST /api/v1/account/log-in | with a wrong password': forAll(400),
  'POST /api/v1/account/log-out': everybody,
  'GET /api/v1/account/profile': signedIn,

  'POST /api/v1/account/sign-up/start': everybody, // a sign-up belongs to a browser, no matter which account is logged in
  'GET /api/v1/account/sign-up': everybody,
  'GET /api/v1/account/sign-up | of nobody': everybody,
  'GET /api/v1/account/name-availability': everybody,
  'POST /api/v1/account/sign-up/select-role': everybody,
  'POST /api/v1/account/sign-up/select-role | of nobody': forAll(410),
  'POST /api/v1/account/sign-up/select-url': everybody,
  'POST /api/v1/account/sign-up/select-url | of nobody': forAll(410),
  'POST /api/v1/account/sign-up/about-yourself': everybody,
  'POST /api/v1/account/sign-up/about-yourself | of nobody': forAll(410),
  'POST /api/v1/account/sign-up/resend-code': everybody,
  'POST /api/v1/account/sign-up/resend-code | of nobody': forAll(410),
  'POST /api/v1/account/sign-up/verify-code': everybody,
  'POST /api/v1/account/sign-up/verify-code | of nobody': forAll(410),

  'POST /api/v1/account/sign-up/open-by-google': everybody,
  'POST /api/v1/account/sign-up/open-by-google | that needs its code': forAll(409),
  'POST /api/v1/account/google/start': everybody,
  // without an authorisation request, the browser is redirected with an error code
  'GET /api/v1/account/google/callback': everybody,
  'POST /api/v1/account/google/confirm': signedIn,
  'GET /api/v1/account/google': everybody, // the result from Google belongs to a browser, no matter which account is logged in
  'POST /api/v1/account/google/finish': everybody,
  'POST /api/v1/account/google/finish | of nobody': forAll(410),

  'POST /api/v1/account/password-reset/request': everybody,
  'POST /api/v1/account/password-reset/finish': everybody,
  'POST /api/v1/account/password-reset/finish | with a link that was used': forAll(410),
  'POST /api/v1/account/change-password': signedIn,
  'POST /api/v1/account/confirm': signedIn,
  'POST /api/v1/account/confirm | with a wrong password': { ...forAll(400), stranger: 401 },
  'GET /api/v1/account/confirmation': signedIn,
  'POST /api/v1/account/change-email': signedIn,
  'POST /api/v1/account/undo-change': everybody, // the link is the authorisation, no matter which account is logged in
  'POST /api/v1/account/undo-change | with a link that was used': forAll(410),
  'POST /api/v1/account/confirm-email': everybody, // the link is the authorisation, no matter which account is logged in
  'GET /api/v1/account/two-factor': signedIn,
  'POST /api/v1/account/two-factor/start': signedIn,
  'POST /api/v1/account/two-factor/confirm': signedIn,
  'POST /api/v1/account/two-factor/recovery-codes': signedIn,
  'POST /api/v1/account/two-factor/stop': signedIn,
  'GET /api/v1/account/passkeys': signedIn,
  'POST /api/v1/account/passkeys/start': signedIn,
  'POST /api/v1/account/passkeys/add': signedIn,
  'POST /api/v1/account/passkeys/rename': signedIn,
  'POST /api/v1/account/passkeys/rename | of the creator': { ...forAll(404), stranger: 401, creator: 'done' },
  'POST /api/v1/account/passkeys/remove': signedIn,
  'POST /api/v1/account/passkeys/remove | of the creator': { ...forAll(404), stranger: 401, creator: 'done' },
  'POST /api/v1/account/passkeys/log-in/start': everybody,
  'POST /api/v1/account/passkeys/log-in': everybody, // the passkey is the authorisation, no matter which account is logged in
  'POST /api/v1/account/passkeys/log-in | that nobody has': forAll(400),
  'POST /api/v1/account/passkeys/confirm/start': signedIn,
  'POST /api/v1/account/passkeys/confirm': signedIn,
  'GET /api/v1/account/sessions': signedIn,
  'POST /api/v1/account/sessions/revoke': signedIn,
  'POST /api/v1/account/sessions/revoke | of the creator': { ...forAll(404), stranger: 401, creator: 'done' },
  'POST /api/v1/account/log-out-everywhere': signedIn,

  'POST /api/v1/account/update-profile': signedIn,
  'POST /api/v1/account/update-profile | with tags': creators,
  'POST /api/v1/account/change-user-name': signedIn,
  'POST /api/v1/account/become-creator': signedIn,
  'POST /api/v1/account/upload-picture': signedIn,
  'POST /api/v1/account/upload-picture | that is none': { ...forAll(415), stranger: 401 },
  'POST /api/v1/account/remove-picture': signedIn,
  'POST /api/v1/account/sign-up/select-profile-picture': everybody,
  'POST /api/v1/account/sign-up/select-profile-picture | without a sign-up': forAll(410),
  'POST /api/v1/account/sign-up/remove-profile-picture': everybody,
  'POST /api/v1/account/delete': signedIn,
  'GET /api/v1/account/data-export': signedIn,
  'POST /api/v1/account/data-export/start': signedIn,
  'GET /api/v1/account/data-export/:id/download': signedIn,
  'GET /api/v1/account/data-export/:id/download | of the creator': {
    ...forAll(404),
    stranger: 401,
    creator: 'done',
  },
  'POST /api/v1/account/change-currency': { ...creators, creator: 409 }, // 409, because the creator has received tips

  'GET /api/v1/account/get_user_data_by_username': everybody,
  'GET /api/v1/account/creator-profile': everybody,
  'GET /api/v1/account/creator-profile | of a supporter': forAll(404),
  'GET /api/v1/account/get_creator_data': everybody,
  'GET /api/v1/account/get_all_creators': everybody,
  'GET /api/v1/account/get_all_creators_for_tags': everybody,
  'GET /api/v1/account/get_all_creators_for_search': everybody,
  'GET /api/v1/account/featured-creators': everybody,
  'GET /api/v1/goals/get_all_goals': everybody,
  'GET /api/v1/goals/get_creator_leaderboard': everybody,
  'GET /api/v1/goals/supporter-card': everybody,

  'GET /api/v1/goals/own-goals': creators,
  'POST /api/v1/goals/create-goal': creators,
  'POST /api/v1/goals/update-goal': theGoalsCreator,
  'POST /api/v1/goals/change-status': theGoalsCreator,
  'POST /api/v1/goals/reorder-goals': theGoalsCreator,
  'POST /api/v1/goals/upload-picture': theGoalsCreator,
  'POST /api/v1/goals/remove-picture': theGoalsCreator,
  'GET /api/v1/goals/insights': creators,
  'GET /api/v1/goals/total-earnings': creators,
  'GET /api/v1/goals/received-tips': creators,
  'POST /api/v1/goals/replay-alert': theGoalsCreator,
  'GET /api/v1/account/checklist': creators,
  'GET /api/v1/account/given-tips': signedIn,
  'GET /api/v1/account/giving': signedIn,

  'GET /api/v1/account/get-notification-preferences': signedIn,
  'POST /api/v1/account/update-notification-preference': signedIn,
  'GET /api/v1/account/notifications': signedIn,
  'POST /api/v1/account/read-notifications': signedIn,
  'POST /api/v1/account/read-notifications | of the creator, by id': signedIn,

  'GET /api/v1/account/push-settings': creators,
  'POST /api/v1/account/subscribe-push': creators,
  'POST /api/v1/account/unsubscribe-push': creators,

  'GET /api/v1/account/overlay-settings': creators,
  'GET /api/v1/account/overlay-status': creators,
  'POST /api/v1/account/save-overlay-settings': creators,
  'POST /api/v1/account/show-overlay-key': creators,
  'POST /api/v1/account/replace-overlay-key': creators,

  'GET /api/v1/account/twitch/status': creators,
  'GET /api/v1/account/youtube/status': creators,
  'POST /api/v1/account/twitch/disconnect': creators,
  'POST /api/v1/account/youtube/disconnect': creators,
  'GET /api/v1/account/twitch/connect': creatorsInABrowser,
  'GET /api/v1/account/youtube/connect': creatorsInABrowser,
  'GET /api/v1/account/twitch/callback': creatorsInABrowser,
  'GET /api/v1/account/twitch/callback | with an answer to somebody else': forAll(302),
  'GET /api/v1/account/youtube/callback': creatorsInABrowser,
  'GET /api/v1/account/youtube/callback | with an answer to somebody else': forAll(302),
  'GET /api/v1/account/get/chatbotsettings': creators,
  'GET /api/v1/account/chat-log': creators,
  'POST /api/v1/account/settings/chatbot': creators,
  'GET /api/v1/account/chat-health': creators,
  'POST /api/v1/account/chat-test': { ...creators, otherCreator: 404 },
  'GET /api/v1/account/discord/status': creators,
  'POST /api/v1/account/discord/connect': creators,
  'POST /api/v1/account/discord/connect | elsewhere': { ...creators, creator: 400, otherCreator: 400 },
  'POST /api/v1/account/discord/test': { ...creators, otherCreator: 404 },
  'POST /api/v1/account/discord/disconnect': creators,
  'GET /api/v1/account/chat-templates': creators,
  'POST /api/v1/account/save-chat-templates': creators,
  'POST /api/v1/account/save-chat-templates | with a fault': { ...creators, creator: 400, otherCreator: 400 },
  'GET /api/v1/account/blocked-words': creators,
  'POST /api/v1/account/add-blocked-word': creators,
  'POST /api/v1/account/remove-blocked-word': creators,
  'GET /api/v1/account/censor-settings': creators,
  'POST /api/v1/account/save-censor-settings': creators,
  'POST /api/v1/goals/test-alert': creators,
  'POST /api/v1/goals/sample-alert': creators,
  'POST /api/v1/goals/test-alert | on the creator’s stream': theCreatorAlone,

  'GET /api/v1/books/statement': creators,
  'GET /api/v1/books/statement-file': creators,
  'POST /api/v1/books/refund-tip': theGoalsCreator,
  'GET /api/v1/books/disputes': creators,
  'GET /api/v1/books/dispute-evidence': theGoalsCreator,
  'GET /api/v1/books/dispute-case': theGoalsCreator,
  'POST /api/v1/books/answer-dispute': theGoalsCreator,
  'GET /api/v1/books/payouts': creators,
  ...forAdminRoutes(admins),
  'GET /api/v1/books/invoices': creators,
  'GET /api/v1/books/invoices/:id/file': theGoalsCreator,
  'GET /api/v1/books/billing-details': creators,
  'POST /api/v1/books/save-billing-details': creators,

  'GET /api/v1/paypal/checkout-settings': everybody,
  'POST /api/v1/paypal/create-order': allButTheCreator,
  'POST /api/v1/paypal/capture-order/:orderId': everybody,
  'POST /api/v1/paypal/capture-order/:orderId | that nobody approved': forAll(422),
  'POST /api/v1/paypal/capture-order/:orderId | that is not there': forAll(404),
  'POST /api/v1/paypal/webhook': everybody, // authorised by PayPal's signature, no matter which cookie is sent
  'POST /api/v1/paypal/webhook | with a forged signature': nobody,

  'POST /api/v1/stripe/create-checkout-session': allButTheCreator,
  'POST /api/v1/stripe/confirm-checkout-session/:sessionId': everybody,
  'POST /api/v1/stripe/confirm-checkout-session/:sessionId | that is not there': forAll(404),
  'POST /api/v1/stripe/webhook': everybody, // authorised by Stripe's signature
  'POST /api/v1/stripe/webhook | with a forged signature': nobody,

  'POST /api/v1/account/receipt': everybody, // everybody who has the link may open it; only the author sees the message
  'POST /api/v1/account/receipt | that is not there': forAll(404),
  'POST /api/v1/account/send-receipt': everybody,
  'GET /api/v1/account/tip-limits': everybody,
  'GET /api/v1/account/tip-rules': creators,
  'POST /api/v1/account/save-tip-rules': creators,
  'GET /api/v1/account/blocked-supporters': creators,
  'POST /api/v1/account/block-supporter': theGoalsCreator,
  'POST /api/v1/account/unblock-supporter': theGoalsCreator,
  'POST /api/v1/goals/end-hold': theGoalsCreator,

  'GET /api/v1/account/payout-accounts': creators,
  'POST /api/v1/account/refresh-payout-account': creators,
  'POST /api/v1/account/disconnect-payout-account': creators,
  'POST /api/v1/stripe/connect': creators,
  'POST /api/v1/paypal/connect': creators,
  // PayPal's callback: it works only in the browser and session that started it
  'GET /api/v1/account/paypal/callback': creatorsInABrowser,

  'GET /streamalerts': everybody,
  'GET /overlay': everybody,
  'GET /media/:name': everybody,
  'GET /share/:userName/card.png': everybody,
  'GET /share/:userName/:goaluuid/card.png': everybody,
  'GET /c/:name/tip.txt': everybody,
  'GET /c/:name/goal.txt': everybody,
  'GET /c/:name/top.txt': everybody,
  'GET /g/:code': everybody,
  'POST /dashboard/open-payment': allButTheCreator,
  'GET /{*path}': everybody,
} as const satisfies Record<string, Outcomes>
export type RouteCase = keyof typeof routeTable

/** `done`: the event takes effect. `nothing`: the event is ignored. `refused`: the socket cannot connect. */
export type SocketOutcome = 'done' | 'nothing' | 'refused'
type SocketOutcomes = Readonly<Record<Role, SocketOutcome>>

const anySocket = forAllSockets('done')

function forAllSockets(outcome: SocketOutcome): SocketOutcomes {
  return { stranger: outcome, supporter: outcome, creator: outcome, otherCreator: outcome, admin: outcome }
}

/** The outcomes by namespace and event; `connect` is the connection to the namespace. A variant is named after ` | `. */
export const socketTable = {
  '/ connect': forAllSockets('refused'),
  '/alerts connect': anySocket,
  '/alerts connect | with the creator’s key': anySocket,
  '/alerts connect | where the key is required': { ...forAllSockets('refused'), creator: 'done' },
  '/alerts overlay:state': { ...forAllSockets('nothing'), creator: 'done' },
  '/alerts overlay:state | with the creator’s key': anySocket,
  '/alerts alert:begin': { ...forAllSockets('nothing'), creator: 'done' },
  '/alerts alert:begin | with the creator’s key': anySocket,
  '/alerts alert:shown': { ...forAllSockets('nothing'), creator: 'done' },
  '/alerts alert:shown | with the creator’s key': anySocket,
  '/live connect': anySocket,
} as const satisfies Record<string, SocketOutcomes>
export type SocketCase = keyof typeof socketTable
