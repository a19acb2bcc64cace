/** Lists every secret of a running product, and the few places where each may appear. */
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import type { Db } from '../../db/connection.ts'
import { tokenContext, unseal } from '../../domain/security/sealing.ts'
import type { SandboxState } from './recording.ts'
import type { Secret, Trace } from './find-leaks.ts'
import { readSecretKeys } from '../../domain/config/secret-keys.ts'
import { secretContext } from '../../domain/security/webhook-secret.ts'

export interface SecretSources {
  db: Db
  /** The environment of the server and the workers. */
  env: Readonly<Record<string, string>>
  sandbox: SandboxState
  /** Every token that the server has set as a cookie, with the account of its session. */
  accountsByCookie: ReadonlyMap<string, string | undefined>
  passwords: readonly string[]
}

/**
 * Matches responses that may contain the account's own email address: the profile, a changed profile, and the set-up of an
 * authenticator app.
 */
const ownEmail =
  /^(GET \/api\/v1\/account\/(profile|payout-accounts|[a-z]+\/status)|POST \/api\/v1\/account\/(update-profile|change-user-name|become-creator|change-currency|(upload|remove)-picture|two-factor\/start|passkeys\/start|(refresh|disconnect)-payout-account))$/
/** Matches responses that may contain an email address that the same person has just typed or that Google has sent. */
const typedEmail = /^(GET|POST) \/api\/v1\/account\/(sign-up|change-email|confirm-email|google$)/
/** The subject of the email to the old address that contains the new one, so that the owner learns of a takeover. */
const addressChanged = 'Your Brimful email was changed'
/** Matches responses that may contain messages that the account has received or sent. */
const ownMessages = /^GET \/api\/v1\/(account\/notifications|goals\/received-tips)$/
const ownReceipt = 'POST /api/v1/account/receipt'
/** Matches responses that give a supporter the link to a receipt. */
const receiptLinks =
  /^(GET \/api\/v1\/account\/given-tips|POST \/api\/v1\/(paypal\/(capture|confirm)-order|stripe\/confirm-checkout-session)\/)/
/** Matches responses that contain the key of the account's private overlay address. */
const ownKey = /^POST \/api\/v1\/account\/(show|replace)-overlay-key$/
/** Matches responses that contain the secret of one of the account's webhooks. */
const ownWebhookSecret = /^POST \/api\/v1\/account\/webhooks\/(add|show-secret|replace-secret)$/
/** The request whose response contains a new API token. */
const newApiToken = 'POST /api/v1/account/api-tokens/add'
const ownProfile = 'GET /api/v1/account/profile'

/** Keys that are not secrets: browsers that subscribe to messages or offer wallets receive them. */
const publicKeys = ['VAPID_PUBLIC_KEY', 'STRIPE_PUBLISHABLE_KEY']

/** Collects all secrets that exist now. */
export async function gatherSecrets(sources: SecretSources): Promise<Secret[]> {
  const { db, env, accountsByCookie, passwords } = sources
  return [
    ...(await emailsOf(db)),
    ...(await messagesOf(db)),
    ...(await namesOf(db)),
    ...(await sealedOf(db)),
    ...(await overlayKeysOf(sources)),
    ...(await webhookSecretsOf(sources)),
    ...(await tokensOf(sources)),
    ...mailedTokensOf(sources.sandbox),
    ...[...accountsByCookie].map(([token, uid]) => cookieSecret(token, uid)),
    ...[...new Set(passwords)].map((text) => ({ name: 'a password', text })),
    ...Object.entries(env)
      .filter(
        ([name]) =>
          !publicKeys.includes(name) && /(SECRET|TOKEN|SECRETS_KEY|WEBHOOK_ID)(_|$)|_KEY$/.test(name),
      )
      .map(([name, text]) => ({ name, text })),
  ]
}

/**
 * Returns email addresses. They may appear in the owner's own responses and emails, and at a provider that pays out to the
 * address.
 */
async function emailsOf(db: Db): Promise<Secret[]> {
  const accounts = await db.selectFrom('account').select(['uid', 'email', 'userName']).execute()
  const payouts = await db.selectFrom('payoutAccount').select('email').execute()
  return accounts.map(({ uid, email, userName }) => ({
    name: `the email address of ${userName}`,
    text: email,
    isAllowedIn: (trace) =>
      (trace.kind === 'http' && ownEmail.test(trace.where) && trace.requester === uid) ||
      (trace.kind === 'http' && typedEmail.test(trace.where)) ||
      (trace.kind === 'paypal' && payouts.some((payout) => payout.email === email)) ||
      (trace.kind === 'mail' && trace.where === addressChanged) ||
      isMailTo(trace, email),
  }))
}

/**
 * Returns private messages, whether paid or not. They may be seen by the creator who received them, also by email, and by the
 * supporter who sent them.
 */
async function messagesOf(db: Db): Promise<Secret[]> {
  const orders = await db
    .selectFrom('tipOrder')
    .innerJoin('account', 'account.uid', 'tipOrder.creatorUid')
    .select(['account.uid', 'account.email', 'account.userName', 'tipOrder.message', 'tipOrder.supporterUid'])
    .where('isPrivate', '=', true)
    .where('message', '<>', '')
    .execute()
  return orders.map(({ uid, email, userName, message, supporterUid }) => ({
    name: `a private message to ${userName}`,
    text: message,
    isAllowedIn: (trace) =>
      (trace.kind === 'http' && ownMessages.test(trace.where) && trace.requester === uid) ||
      (trace.kind === 'http' && trace.where === ownReceipt && trace.requester === supporterUid) ||
      isMailTo(trace, email),
  }))
}

/** Returns names of supporters who have given only anonymous tips. They may appear in their own profile only. */
async function namesOf(db: Db): Promise<Secret[]> {
  const supporters = await db
    .selectFrom('account')
    .innerJoin('tipOrder', 'tipOrder.supporterUid', 'account.uid')
    .select(['account.uid', 'account.displayName'])
    .where('account.accountType', '<>', 1)
    .groupBy(['account.uid', 'account.displayName'])
    .having((eb) => eb.fn('bool_and', ['tipOrder.isAnonymous']), '=', true)
    .execute()
  return supporters.map(({ uid, displayName }) => ({
    name: 'the name of an anonymous supporter',
    text: displayName,
    isAllowedIn: ({ kind, where, requester }) => kind === 'http' && where === ownProfile && requester === uid,
  }))
}

/** Returns password hashes and encrypted values. They must not leave Postgres. */
async function sealedOf(db: Db): Promise<Secret[]> {
  const accounts = await db.selectFrom('account').select(['userName', 'passwordHash']).execute()
  const connections = await db.selectFrom('platformConnection').selectAll().execute()
  const factors = await db.selectFrom('twoFactor').select('secretSealed').execute()
  const mails = await listAccountMails(db)
  return [
    ...factors.map(({ secretSealed: text }) => ({ name: 'a sealed second factor', text })),
    ...mails.map(({ valuesSealed: text }) => ({ name: 'a sealed mail', text })),
    ...accounts.flatMap(({ userName, passwordHash }) =>
      passwordHash ? [{ name: `the password hash of ${userName}`, text: passwordHash }] : [],
    ),
    ...connections.flatMap(({ platform, accessTokenSealed, refreshTokenSealed }) => [
      { name: `a sealed access token of ${platform}`, text: accessTokenSealed },
      { name: `a sealed refresh token of ${platform}`, text: refreshTokenSealed },
    ]),
  ]
}

/** Returns keys of private overlay addresses. They may be seen by their creators only. */
async function overlayKeysOf({ db, env }: SecretSources): Promise<Secret[]> {
  const rows = await db.selectFrom('overlaySetting').selectAll().execute()
  const secretsKey = readSecretKeys(env['SECRETS_KEY']!)
  return rows.flatMap(({ creatorUid, keySealed }) => [
    { name: 'a sealed overlay key', text: keySealed },
    {
      name: 'an overlay key',
      text: unseal(secretsKey, keySealed, `${creatorUid}:overlay-key`),
      isAllowedIn: ({ kind, where, requester }) =>
        kind === 'http' && ownKey.test(where) && requester === creatorUid,
    },
  ])
}

/** Returns the secrets that sign webhooks. Only their creators may see them; endpoints get signatures. */
async function webhookSecretsOf({ db, env }: SecretSources): Promise<Secret[]> {
  const rows = await db.selectFrom('webhookEndpoint').select(['id', 'creatorUid', 'secretSealed']).execute()
  const secretsKey = readSecretKeys(env['SECRETS_KEY']!)
  return rows.flatMap(({ id, creatorUid, secretSealed }) => [
    { name: 'a sealed webhook secret', text: secretSealed },
    {
      name: 'a webhook secret',
      text: unseal(secretsKey, secretSealed, secretContext(id)),
      isAllowedIn: ({ kind, where, requester }) =>
        kind === 'http' && ownWebhookSecret.test(where) && requester === creatorUid,
    },
  ])
}

/** Returns the API tokens that were made. Only their hashes are stored, so they are read from the responses that showed them. */
export function apiTokensIn(traces: readonly Trace[]): Secret[] {
  const made = traces.filter(({ kind, where }) => kind === 'http' && where === newApiToken)
  return made.flatMap(({ text, requester }) =>
    [...text.matchAll(/brim_[0-9A-Za-z]{36}/g)].map(([token]) => ({
      name: 'an API token',
      text: token,
      isAllowedIn: (trace) =>
        trace.kind === 'http' && trace.where === newApiToken && trace.requester === requester,
    })),
  )
}

/** Returns tokens that a provider has issued, and those that the product has stored. */
async function tokensOf({ db, env, sandbox }: SecretSources): Promise<Secret[]> {
  const issued = Object.keys(sandbox).filter((name) => /\.(grants|refreshes|accesses|tokens)$/.test(name))
  const key = readSecretKeys(env['SECRETS_KEY']!)
  const connections = await db.selectFrom('platformConnection').selectAll().execute()
  const stored = connections.flatMap(({ uid, platform, accessTokenSealed, refreshTokenSealed }) => [
    unseal(key, accessTokenSealed, tokenContext(uid, platform, 'access')),
    unseal(key, refreshTokenSealed, tokenContext(uid, platform, 'refresh')),
  ])
  const tokens = issued.flatMap((name) =>
    Object.keys(sandbox[name] ?? {}).map((text) => ({ name: `a token of ${name}`, text })),
  )
  // A Discord webhook has no refresh token, which is stored as ''.
  const present = stored.filter((text) => text !== '')
  return [...tokens, ...present.map((text) => ({ name: 'a token of a connection', text }))]
}

/**
 * Returns tokens in emails. A link's token may appear only in its email; a receipt's token also in the response to the payment.
 */
function mailedTokensOf(sandbox: SandboxState): Secret[] {
  const mails = Object.values(sandbox['mail.messages'] ?? {}) as { text: string; to: string[] }[]
  const inResponse = ({ kind, where }: Trace) => kind === 'http' && receiptLinks.test(where)
  return mails.flatMap(({ text, to }) => {
    const tokens = (name: string, pattern: RegExp, isAllowed: (trace: Trace) => boolean): Secret[] =>
      [...text.matchAll(pattern)].map(([, token]) => ({
        name: `${name} mailed to ${to.join()}`,
        text: token!,
        isAllowedIn: (trace) => isMailTo(trace, to[0]!) || isAllowed(trace),
      }))
    return [
      ...tokens('the token of a link', /\/authentication\/[\w-]+#([\w-]{20,})/g, () => false),
      ...tokens('the link of a receipt', /\/dashboard\/receipt#([\w-]{43})/g, inResponse),
    ]
  })
}

/** Describes a session token. It may appear only in its cookie. */
function cookieSecret(text: string, uid: string | undefined): Secret {
  return { name: `a cookie of ${uid ?? 'nobody'}`, text, isAllowedIn: ({ kind }) => kind === 'cookie' }
}

function isMailTo({ kind, to = [] }: Trace, email: string): boolean {
  return kind === 'mail' && to.length === 1 && to[0]!.toLowerCase() === email.toLowerCase()
}
