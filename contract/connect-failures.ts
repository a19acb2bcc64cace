/** Why connecting a platform failed. The settings page gets the reason in its query string. */
import * as z from 'zod/mini'

export const connectFailure = z.enum([
  /** The creator declined on the platform's page. */
  'denied',
  /** The redirect to the platform and back took too long, started in another browser, or was completed twice. */
  'expired',
  /** The platform did not respond, or its response was invalid. */
  'failed',
  /** The Google account has no YouTube channel. */
  'noChannel',
  /** The creator did not grant a required permission. */
  'permission',
  /** The channel is connected to another account of this site. */
  'taken',
  /** The account that was chosen is the chatbot's own. */
  'bot',
  /** This installation does not offer the platform. */
  'off',
])
export type ConnectFailure = z.output<typeof connectFailure>
