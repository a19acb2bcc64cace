/** What the environment says about solo mode: an installation for one creator (docs/solo.md). */
import type { Environment } from './environment.ts'

export interface Solo {
  /** The public name of the only creator. */
  userName: string
  /** The address that the creator signs up with. Its owner also answers the site's mail, so nobody else can become the creator. */
  email: string
  /** Whether supporters may sign up. */
  hasSupporterAccounts: boolean
}

/** Returns what solo mode needs; undefined for a platform. */
export function readSolo(env: Environment): Solo | undefined {
  if (env.SOLO === undefined) return undefined
  return {
    userName: env.SOLO,
    email: env.SUPPORT_EMAIL.toLowerCase(),
    hasSupporterAccounts: env.SOLO_SUPPORTER_ACCOUNTS === 'true',
  }
}

/** For each variable that only a platform can use, why solo mode refuses it. */
const platformOnly: Partial<Record<keyof Environment, string>> = {
  STRIPE_ACCOUNT_WEBHOOK_SECRET: 'no accounts are connected to yours',
  PAYPAL_PARTNER_ID: 'you are paid into your own PayPal account',
  PAYPAL_BN_CODE: 'you are paid into your own PayPal account',
  SELLER_NAME: 'there is no service fee to issue invoices for',
}

/** The variables that solo mode refuses, or has another value for. */
export const platformVariables: readonly string[] = [...Object.keys(platformOnly), 'PAYPAL_PARTNER_MODE']

/** Returns one sentence for each variable that contradicts solo mode. */
export function findSoloFaults(env: Environment): string[] {
  if (env.SOLO === undefined) return []
  const refused = Object.entries(platformOnly).filter(
    ([name]) => env[name as keyof Environment] !== undefined,
  )
  return [
    ...refused.map(([name, why]) => `${name} must not be set with SOLO: ${why}.`),
    ...(env.PAYPAL_PARTNER_MODE === 'true'
      ? ['PAYPAL_PARTNER_MODE must not be true with SOLO: you are paid into your own PayPal account.']
      : []),
    ...(env.SERVICE_FEE_PERCENT
      ? ['SERVICE_FEE_PERCENT must be 0 or unset with SOLO: nobody is between you and your supporters.']
      : []),
  ]
}
