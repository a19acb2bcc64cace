/** Every call of `/api/v1/`, in one list: what is mounted, documented and held against the role table. */
import type { CallDefinition } from './call.ts'
import * as account from './account-calls.ts'
import * as goals from './goal-calls.ts'
import * as payments from './payment-calls.ts'
import * as pictures from './picture-calls.ts'
import * as profile from './profile-calls.ts'
import * as security from './security-calls.ts'
import * as signUp from './sign-up-calls.ts'
import * as twoFactor from './two-factor-calls.ts'

export const apiBase = '/api/v1/'

export const allCalls: readonly CallDefinition[] = [
  account,
  signUp,
  security,
  twoFactor,
  profile,
  pictures,
  goals,
  payments,
].flatMap((area) => Object.values<object>(area).filter(isCall))

/** A file of calls may export the entities that only they use. */
function isCall(value: object): value is CallDefinition {
  return 'path' in value && 'access' in value
}

/** Addresses that a browser is sent to, or a provider calls; they have no JSON contract. */
export const browserPaths = {
  connectTwitch: 'account/twitch/connect',
  connectYoutube: 'account/youtube/connect',
  paypalWebhook: 'paypal/webhook',
  openapi: 'openapi.json',
} as const
