/** Why connecting a platform failed. The settings page gets the reason in its query string. */
import * as z from 'zod/mini'

export const connectFailure = z.enum([
  /** The creator declined on the platform's page. */
  'denied',
  /** The creator came back from the platform too late or in another browser, or used the callback twice. */
  'expired',
  /** The platform did not respond, or its response was invalid. */
  'failed',
  /** The Google account has no YouTube channel. */
  'noChannel',
  /** The creator did not grant a required permission. */
  'permission',
  /** The channel is connected to another account of this site. */
  'taken',
  /** The creator chose the chatbot's own account. */
  'bot',
  /** This installation does not offer the platform. */
  'off',
])
export type ConnectFailure = z.output<typeof connectFailure>
