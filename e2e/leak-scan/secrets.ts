/** Every string of a running product that is somebody's own business, and the few places where it may be. */
import type { Db } from '../../db/connection.ts'
import { tokenContext, unseal } from '../../domain/security/sealing.ts'
import type { SandboxState } from './recording.ts'
import type { Secret, Trace } from './find-leaks.ts'

export interface SecretSources {
  db: Db
  /** What the programs were started with. */
  env: Readonly<Record<string, string>>
  sandbox: SandboxState
  /** Every token of a cookie that the server has set, with whose session it is. */
  cookies: ReadonlyMap<string, string | undefined>
  passwords: readonly string[]
}

/** Where an account reads its own e-mail address: its profile, also after a change; beside the codes of an authenticator app. */
const ownEmail =
  /^(GET \/api\/v1\/account\/(profile|payout-accounts|twitch\/status|youtube\/status)|POST \/api\/v1\/account\/(update-profile|change-user-name|become-creator|change-currency|(upload|remove)-picture|two-factor\/start|(refresh|disconnect)-payout-account))$/
/** Where somebody who signs up or changes an address reads back what they just typed, or what Google knows them by. */
const typedEmail = /^(GET|POST) \/api\/v1\/account\/(sign-up|change-email|confirm-email|google$)/
/** The old address is told the new one, for whoever lost an account to somebody else. */
const addressChanged = 'Your Brimful email was changed'
/** Where a creator reads what was written to them, and where a fan reads back what was sent. */
const ownMessages = /^GET \/api\/v1\/(account\/notifications|goals\/received-tips)$/
const ownReceipt = 'POST /api/v1/account/receipt'
/** Where a fan is given the link to a receipt. */
const receiptLinks =
  /^(GET \/api\/v1\/account\/given-tips|POST \/api\/v1\/(paypal\/capture-order|stripe\/confirm-checkout-session)\/)/
const ownProfile = 'GET /api/v1/account/profile'

/** Gathers all of them as they are now. */
export async function gatherSecrets(sources: SecretSources): Promise<Secret[]> {
  const { db, env, cookies, passwords } = sources
  return [
    ...(await emailsOf(db)),
    ...(await messagesOf(db)),
    ...(await namesOf(db)),
    ...(await storedOf(db)),
    ...(await tokensOf(sources)),
    ...linkTokensOf(sources.sandbox),
    ...receiptTokensOf(sources.sandbox),
    ...[...cookies].map(([token, uid]) => cookieSecret(token, uid)),
    ...[...new Set(passwords)].map((text) => ({ name: 'a password', text })),
    ...Object.entries(env)
      // What browsers subscribe with is for everybody.
      .filter(
        ([name]) =>
          name !== 'VAPID_PUBLIC_KEY' && /(SECRET|TOKEN|SECRETS_KEY|WEBHOOK_ID)(_|$)|_KEY$/.test(name),
      )
      .map(([name, text]) => ({ name, text })),
  ]
}

/** To oneself, on the mail that is one's own, and to a provider that pays out to it. */
async function emailsOf(db: Db): Promise<Secret[]> {
  const accounts = await db.selectFrom('account').select(['uid', 'email', 'userName']).execute()
  const payouts = await db.selectFrom('payoutAccount').select('email').execute()
  return accounts.map(({ uid, email, userName }) => ({
    name: `the e-mail address of ${userName}`,
    text: email,
    isAllowedIn: (trace) =>
      (trace.kind === 'http' && ownEmail.test(trace.where) && trace.asker === uid) ||
      (trace.kind === 'http' && typedEmail.test(trace.where)) ||
      (trace.kind === 'paypal' && payouts.some((payout) => payout.email === email)) ||
      (trace.kind === 'mail' && trace.where === addressChanged) ||
      isMailTo(trace, email),
  }))
}

/** To the creator whom it was sent to, on the dashboard and by mail, paid for or not; and to the fan who sent it. */
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
      (trace.kind === 'http' && ownMessages.test(trace.where) && trace.asker === uid) ||
      (trace.kind === 'http' && trace.where === ownReceipt && trace.asker === supporterUid) ||
      isMailTo(trace, email),
  }))
}

/** The display name of a fan who has tipped, but never by that name: to the fan. */
async function namesOf(db: Db): Promise<Secret[]> {
  const fans = await db
    .selectFrom('account')
    .innerJoin('tipOrder', 'tipOrder.supporterUid', 'account.uid')
    .select(['account.uid', 'account.displayName'])
    .where('account.accountType', '<>', 1)
    .groupBy(['account.uid', 'account.displayName'])
    .having((eb) => eb.fn('bool_and', ['tipOrder.isAnonymous']), '=', true)
    .execute()
  return fans.map(({ uid, displayName }) => ({
    name: 'the name of an anonymous fan',
    text: displayName,
    isAllowedIn: ({ kind, where, asker }) => kind === 'http' && where === ownProfile && asker === uid,
  }))
}

/** What stands in Postgres in place of a secret stays there. */
async function storedOf(db: Db): Promise<Secret[]> {
  const accounts = await db.selectFrom('account').select(['userName', 'passwordHash']).execute()
  const connections = await db.selectFrom('platformConnection').selectAll().execute()
  const factors = await db.selectFrom('twoFactor').select('secretSealed').execute()
  const letters = await db.selectFrom('accountMail').select('valuesSealed').execute()
  return [
    ...factors.map(({ secretSealed: text }) => ({ name: 'a sealed second factor', text })),
    ...letters.map(({ valuesSealed: text }) => ({ name: 'a sealed letter', text })),
    ...accounts.flatMap(({ userName, passwordHash }) =>
      passwordHash ? [{ name: `the password hash of ${userName}`, text: passwordHash }] : [],
    ),
    ...connections.flatMap(({ platform, accessTokenSealed, refreshTokenSealed }) => [
      { name: `a sealed access token of ${platform}`, text: accessTokenSealed },
      { name: `a sealed refresh token of ${platform}`, text: refreshTokenSealed },
    ]),
  ]
}

/** Every token that a provider has issued, and those that the product holds. */
async function tokensOf({ db, env, sandbox }: SecretSources): Promise<Secret[]> {
  const issued = ['twitch.grants', 'twitch.accesses', 'google.refreshes', 'google.accesses', 'paypal.tokens']
  const key = Buffer.from(env['SECRETS_KEY']!, 'hex')
  const connections = await db.selectFrom('platformConnection').selectAll().execute()
  const held = connections.flatMap(({ uid, platform, accessTokenSealed, refreshTokenSealed }) => [
    unseal(key, accessTokenSealed, tokenContext(uid, platform, 'access')),
    unseal(key, refreshTokenSealed, tokenContext(uid, platform, 'refresh')),
  ])
  const tokens = issued.flatMap((name) =>
    Object.keys(sandbox[name] ?? {}).map((text) => ({ name: `a token of ${name}`, text })),
  )
  // A webhook has no second token: of nothing nothing can leak.
  const secret = held.filter((text) => text !== '')
  return [...tokens, ...secret.map((text) => ({ name: 'a token of a connection', text }))]
}

/** What a mailed link is good for is its reader's: it stands in that mail and nowhere else. */
function linkTokensOf(sandbox: SandboxState): Secret[] {
  const mails = Object.values(sandbox['mail.messages'] ?? {}) as { text: string; to: string[] }[]
  return mails.flatMap(({ text, to }) =>
    [...text.matchAll(/[?&]token=([\w-]{20,})/g)].map(([, token]) => ({
      name: `the token of a link mailed to ${to.join()}`,
      text: token!,
      isAllowedIn: (trace: Trace) => isMailTo(trace, to[0]!),
    })),
  )
}

/** A receipt's link is told to whoever paid and mailed to whom it concerns; no log and no queue has it. */
function receiptTokensOf(sandbox: SandboxState): Secret[] {
  const mails = Object.values(sandbox['mail.messages'] ?? {}) as { text: string; to: string[] }[]
  return mails.flatMap(({ text, to }) =>
    [...text.matchAll(/\/dashboard\/receipt#([\w-]{43})/g)].map(([, token]) => ({
      name: `the link of a receipt mailed to ${to.join()}`,
      text: token!,
      isAllowedIn: (trace: Trace) =>
        isMailTo(trace, to[0]!) || (trace.kind === 'http' && receiptLinks.test(trace.where)),
    })),
  )
}

/** In the cookie that carries it, and nowhere else. */
function cookieSecret(text: string, uid: string | undefined): Secret {
  return { name: `a cookie of ${uid ?? 'nobody'}`, text, isAllowedIn: ({ kind }) => kind === 'cookie' }
}

function isMailTo({ kind, to = [] }: Trace, email: string): boolean {
  return kind === 'mail' && to.length === 1 && to[0]!.toLowerCase() === email.toLowerCase()
}
