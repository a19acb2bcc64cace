/** The list of every call of `/api/v1/`. The server mounts them, OpenAPI documents them, and `server/roles.test.ts` sends each as every role. */
import type { CallDefinition } from './call.ts'
import type { ToolScope } from './tools/tool-scopes.ts'
import * as adjustments from './admin/adjustment-calls.ts'
import * as admin from './admin/admin-calls.ts'
import * as alertStyles from './alerts/alert-style-calls.ts'
import * as apiTokens from './tools/api-token-calls.ts'
import * as mailSubscriptions from './mail/mail-subscription-calls.ts'
import * as manage from './admin/manage-calls.ts'
import * as paymentLife from './admin/payment-life-calls.ts'
import * as account from './accounts/account-calls.ts'
import * as statement from './payments/statement-calls.ts'
import * as censor from './moderation/censor-calls.ts'
import * as chat from './chat/chat-calls.ts'
import * as chatLog from './chat/chat-log-calls.ts'
import { disconnectCalls, statusCalls } from './chat/connection-calls.ts'
import * as disputes from './payments/dispute-calls.ts'
import * as discord from './chat/discord-calls.ts'
import * as google from './accounts/google-calls.ts'
import * as data from './accounts/data-calls.ts'
import * as goals from './goals/goal-calls.ts'
import * as imports from './imports/import-calls.ts'
import * as insights from './insights/insight-calls.ts'
import * as invoices from './payments/invoice-calls.ts'
import * as ownGoals from './goals/own-goal-calls.ts'
import * as overlay from './alerts/overlay-calls.ts'
import * as panel from './panel/panel-calls.ts'
import * as passkeys from './accounts/passkey-calls.ts'
import * as paypal from './payments/paypal-calls.ts'
import * as pictures from './pages/picture-calls.ts'
import * as push from './notifications/push-calls.ts'
import * as profile from './accounts/profile-calls.ts'
import * as receipts from './payments/receipt-calls.ts'
import * as reports from './admin/report-calls.ts'
import * as settlements from './admin/settlement-calls.ts'
import * as security from './accounts/security-calls.ts'
import * as site from './pages/site-calls.ts'
import * as siteAdmin from './admin/site-admin-calls.ts'
import * as payouts from './payments/payout-calls.ts'
import * as scenes from './alerts/scene-calls.ts'
import * as sounds from './alerts/sound-calls.ts'
import * as show from './show/show-calls.ts'
import { eventsCalls, saveEventsCalls } from './chat/platform-events-calls.ts'
import * as speech from './alerts/speech-calls.ts'
import * as stripe from './payments/stripe-calls.ts'
import * as signUp from './accounts/sign-up-calls.ts'
import * as timers from './timer/timer-calls.ts'
import * as tipRules from './payments/tip-rule-calls.ts'
import * as widgets from './alerts/widget-calls.ts'
import * as toolActs from './tools/tool-act-calls.ts'
import * as tools from './tools/tool-calls.ts'
import * as webhooks from './tools/webhook-calls.ts'
import * as twoFactor from './accounts/two-factor-calls.ts'

export const apiBase = '/api/v1/'

export const allCalls: readonly CallDefinition[] = [
  site,
  account,
  statusCalls,
  disconnectCalls,
  admin,
  adjustments,
  mailSubscriptions,
  manage,
  paymentLife,
  reports,
  settlements,
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
  show,
  eventsCalls,
  saveEventsCalls,
  alertStyles,
  scenes,
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
  paypalCallback: 'account/paypal/callback',
  paypalWebhook: 'paypal/webhook',
  stripeWebhook: 'stripe/webhook',
  openapi: 'openapi.json',
  asyncapi: 'asyncapi.json',
  toolsOpenapi: 'tools/openapi.json',
} as const
