/** The list of every call of `/api/v1/`. The server mounts them, OpenAPI documents them, and the role table test covers them. */
import type { CallDefinition } from './call.ts'
import type { ToolScope } from './tool-scopes.ts'
import * as adjustments from './adjustment-calls.ts'
import * as admin from './admin-calls.ts'
import * as alertStyles from './alert-style-calls.ts'
import * as apiTokens from './api-token-calls.ts'
import * as mailSubscriptions from './mail-subscription-calls.ts'
import * as manage from './manage-calls.ts'
import * as paymentLife from './payment-life-calls.ts'
import * as account from './account-calls.ts'
import * as statement from './statement-calls.ts'
import * as censor from './censor-calls.ts'
import * as chat from './chat-calls.ts'
import * as chatLog from './chat-log-calls.ts'
import * as disputes from './dispute-calls.ts'
import * as discord from './discord-calls.ts'
import * as google from './google-calls.ts'
import * as data from './data-calls.ts'
import * as goals from './goal-calls.ts'
import * as imports from './import-calls.ts'
import * as insights from './insight-calls.ts'
import * as invoices from './invoice-calls.ts'
import * as ownGoals from './own-goal-calls.ts'
import * as overlay from './overlay-calls.ts'
import * as panel from './panel-calls.ts'
import * as passkeys from './passkey-calls.ts'
import * as paypal from './paypal-calls.ts'
import * as pictures from './picture-calls.ts'
import * as push from './push-calls.ts'
import * as profile from './profile-calls.ts'
import * as receipts from './receipt-calls.ts'
import * as reports from './report-calls.ts'
import * as security from './security-calls.ts'
import * as site from './site-calls.ts'
import * as siteAdmin from './site-admin-calls.ts'
import * as payouts from './payout-calls.ts'
import * as sounds from './sound-calls.ts'
import * as speech from './speech-calls.ts'
import * as stripe from './stripe-calls.ts'
import * as signUp from './sign-up-calls.ts'
import * as timers from './timer-calls.ts'
import * as tipRules from './tip-rule-calls.ts'
import * as widgets from './widget-calls.ts'
import * as toolActs from './tool-act-calls.ts'
import * as tools from './tool-calls.ts'
import * as webhooks from './webhook-calls.ts'
import * as twoFactor from './two-factor-calls.ts'

export const apiBase = '/api/v1/'

export const allCalls: readonly CallDefinition[] = [
  site,
  account,
  admin,
  adjustments,
  mailSubscriptions,
  manage,
  paymentLife,
  reports,
  siteAdmin,
  statement,
  disputes,
  chat,
  censor,
  discord,
  signUp,
  google,
  security,
  twoFactor,
  overlay,
  panel,
  passkeys,
  push,
  profile,
  pictures,
  data,
  goals,
  chatLog,
  ownGoals,
  timers,
  imports,
  insights,
  invoices,
  paypal,
  payouts,
  receipts,
  sounds,
  alertStyles,
  speech,
  stripe,
  tipRules,
  apiTokens,
  tools,
  toolActs,
  widgets,
  webhooks,
].flatMap((area) => Object.values<object>(area).filter(isCall))

/** A call that is open to tools. */
export type ToolCall = CallDefinition & { scope: ToolScope }

/** The calls that an API token may make. */
export const toolCalls: readonly ToolCall[] = allCalls.filter(
  (call): call is ToolCall => call.scope !== undefined,
)

/** Returns whether an export of a file of calls is a call. These files also export schemas that only their calls use. */
function isCall(value: object): value is CallDefinition {
  return 'path' in value && 'access' in value
}

/** Paths that browsers are redirected to or that providers call. They have no JSON contract. */
export const browserPaths = {
  googleCallback: 'account/google/callback',
  connectTwitch: 'account/twitch/connect',
  connectYoutube: 'account/youtube/connect',
  twitchCallback: 'account/twitch/callback',
  youtubeCallback: 'account/youtube/callback',
  paypalCallback: 'account/paypal/callback',
  paypalWebhook: 'paypal/webhook',
  stripeWebhook: 'stripe/webhook',
  openapi: 'openapi.json',
  asyncapi: 'asyncapi.json',
  toolsOpenapi: 'tools/openapi.json',
} as const
