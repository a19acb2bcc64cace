/** Why a platform was not connected, as the settings page is told it in its address. */
import * as z from 'zod/mini'

export const connectFailure = z.enum([
  /** The creator said no on the platform's page. */
  'denied',
  /** The way there and back took too long, was begun elsewhere, or was gone twice. */
  'expired',
  /** The platform did not answer, or not sensibly. */
  'failed',
  /** The Google account has no YouTube channel. */
  'noChannel',
  /** A permission was unticked that nothing works without. */
  'permission',
  /** The channel is connected to another account of this site. */
  'taken',
  /** That is the chatbot's own account. */
  'bot',
  /** This installation does not have that platform. */
  'off',
])
export type ConnectFailure = z.output<typeof connectFailure>
