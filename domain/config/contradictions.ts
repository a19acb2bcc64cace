/**
 * Finds faults of environment variables that are well-formed on their own: variables that need others, and values that production
 * refuses.
 */
import { createECDH } from 'node:crypto'
import { chatConfigs } from './chat/platforms.ts'
import { standInNames } from './environment.ts'
import type { Environment } from './environment.ts'
import { findSellerFaults } from './seller-config.ts'
import { findSoloFaults } from './solo-config.ts'

type Name = keyof Environment

/** Returns one sentence for each contradiction; each begins with the name of the variable to correct. */
export function findContradictions(env: Environment): string[] {
  return [
    ...findMissing(env),
    ...findBrokenKeys(env),
    ...findSellerFaults(env),
    ...findSoloFaults(env),
    ...(env.NODE_ENV === 'production' ? findUnfitForProduction(env) : []),
  ]
}

/** For each variable, the other variables that must be set if it is. */
const needs: Partial<Record<Name, readonly Name[]>> = {
  PAYPAL_CLIENT_ID: ['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  STRIPE_SECRET_KEY: ['STRIPE_WEBHOOK_SECRET'],
  STRIPE_PUBLISHABLE_KEY: ['STRIPE_SECRET_KEY'],
  ...Object.assign({}, ...chatConfigs.map((platform) => platform.needs)),
  VAPID_PUBLIC_KEY: ['VAPID_PRIVATE_KEY'],
  SELLER_NAME: ['SELLER_ADDRESS', 'SELLER_COUNTRY'],
}

function findMissing(env: Environment): string[] {
  const missing = new Map<Name, string>()
  const always: Name[] = ['DATABASE_URL', 'SESSION_SECRET', 'SECRETS_KEY']
  for (const name of always) if (env[name] === undefined) missing.set(name, 'nothing works without it')
  const needed = Object.entries(needs).filter(([name]) => env[name as Name] !== undefined)
  for (const [name, others] of needed)
    for (const other of others) if (env[other] === undefined) missing.set(other, `${name} needs it`)
  if (env.PAYPAL_CLIENT_ID && env.PAYPAL_PARTNER_MODE === 'true' && env.PAYPAL_PARTNER_ID === undefined)
    missing.set('PAYPAL_PARTNER_ID', 'PAYPAL_PARTNER_MODE needs it')
  if (env.STRIPE_SECRET_KEY && env.SOLO === undefined && env.STRIPE_ACCOUNT_WEBHOOK_SECRET === undefined)
    missing.set('STRIPE_ACCOUNT_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY needs it')
  return [...missing].map(([name, why]) => `${name} is missing: ${why}.`)
}

const makeKeys = 'make a new pair with "npx web-push generate-vapid-keys"'

/**
 * Returns a sentence if the VAPID keys are not a pair: a point of P-256 and its private number, in base64url. Push services refuse every
 * message that is not signed with the key that the browser subscribed with. https://www.rfc-editor.org/rfc/rfc8292#section-3.2
 */
function findBrokenKeys({ VAPID_PUBLIC_KEY: open, VAPID_PRIVATE_KEY: secret }: Environment): string[] {
  if (!open || !secret) return []
  const [point, number] = [Buffer.from(open, 'base64url'), Buffer.from(secret, 'base64url')]
  if (point.length !== 65 || point[0] !== 4)
    return [`VAPID_PUBLIC_KEY must be 65 bytes in base64url: ${makeKeys}.`]
  if (number.length !== 32) return [`VAPID_PRIVATE_KEY must be 32 bytes in base64url: ${makeKeys}.`]
  return isPair(point, number) ? [] : [`VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY: ${makeKeys}.`]
}

function isPair(point: Buffer, number: Buffer): boolean {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(number)
    return curve.getPublicKey().equals(point)
  } catch {
    return false
  }
}

function findUnfitForProduction(env: Environment): string[] {
  const standIns = standInNames.filter((name) => env[name])
  return [
    ...(env.REDIS_URL || env.ONE_PROCESS === 'true'
      ? []
      : [
          'REDIS_URL is missing: production needs a Redis, unless ONE_PROCESS says that one process runs everything.',
        ]),
    ...(env.PUBLIC_URL?.startsWith('https://')
      ? []
      : [
          'PUBLIC_URL must start with https:// in production: cookies are secure only there, and emails link to it.',
        ]),
    ...findPlaceholders(env),
    ...(env.TRUST_PROXY
      ? []
      : [
          'TRUST_PROXY is missing: with https a proxy is in front of the servers, and without this all visitors count as one network and share its limits. Set it to 1 for one proxy.',
        ]),
    ...(env.STRIPE_SECRET_KEY?.includes('_test_')
      ? [
          'STRIPE_SECRET_KEY is a test key: set the live one, or NODE_ENV=development to try Stripe out without real money.',
        ]
      : []),
    ...standIns.map(
      (name) => `${name} must not be set in production, which talks to the providers themselves.`,
    ),
  ]
}

/** Matches an email address whose domain nobody can own. https://www.rfc-editor.org/rfc/rfc2606 */
const reservedAddress = /[@.](example|invalid|localhost|test|example\.(com|net|org))>?$/i

/** Returns a sentence for each address that still is an example. Mail servers refuse what comes from such an address. */
function findPlaceholders({ MAIL_FROM, SMTP_URL, SUPPORT_EMAIL }: Environment): string[] {
  return [
    ...(reservedAddress.test(SUPPORT_EMAIL)
      ? ['SUPPORT_EMAIL is still an example: set the address where people can write to you.']
      : []),
    ...(SMTP_URL && reservedAddress.test(MAIL_FROM)
      ? ['MAIL_FROM is still an example: set a sender of a domain that your mail server may send for.']
      : []),
  ]
}
