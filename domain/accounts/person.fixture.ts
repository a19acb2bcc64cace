/** Creates a person with data in every table. Each text contains a mark, so that a test can find it. */
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import { defaultTimerRule } from '../../contract/timer/timer.ts'
import type { Db } from '../../db/connection.ts'
import { insertReport } from '../../db/queries/moderation/abuse-cases.ts'
import { saveConnection } from '../../db/queries/chat/connections.ts'
import { insertEventReceiver } from '../../db/queries/show/event-receivers.ts'
import { insertUnmatchedPayment } from '../../db/queries/payments/unmatched-payments.ts'
import type { AccountRow, NewOrder, Schema } from '../../db/schema.ts'
import { addTestEvent } from '../../db/alerts.fixture.ts'
import { endPeriodNow } from '../../db/goal-periods.fixture.ts'
import { buildCreator, buildGoal, buildOrder, buildSupporter } from '../../db/builders.fixture.ts'
import { buildTip, captureOf } from '../payments/ledger/ledger.fixture.ts'
import { seal, tokenContext } from '../security/sealing.ts'
import { createTimer } from '../timer/manage-timers.ts'
import { plantInvoice } from './plant-invoice.fixture.ts'
import { plantPanel } from './plant-panel.fixture.ts'
import { plantImport, plantShow, plantSounds } from './plant-stream.fixture.ts'
import { enqueueAccountEmail } from '../mail/enqueue-account-email.ts'
import { hashToken, makeToken } from '../security/tokens.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface Planted {
  person: AccountRow
  /** Two other accounts: `creator`, whom the person tips, and `supporter`, who tips the person. */
  creator: AccountRow
  supporter: AccountRow
  /** A part of every text of the person. The texts of a table contain this mark followed by the table's name. */
  mark: string
  /** A part of every text of `creator` and `supporter`. */
  othersMark: string
}

/** Creates a person who is both a creator and a supporter, with every kind of data that can belong to an account. */
export async function plantPerson(db: Db, secretsKey: SecretKeys): Promise<Planted> {
  const mark = `mk${randomBytes(4).toString('hex')}`
  const othersMark = `ot${randomBytes(4).toString('hex')}`
  const creator = await buildCreator(db, { displayName: `${othersMark} creator` })
  const supporter = await buildSupporter(db, { displayName: `${othersMark} supporter` })
  const person = await buildNamedPerson(db, mark)
  const planted = { person, creator, supporter, mark, othersMark }
  await plantOwn(db, planted, secretsKey)
  await plantTipRules(db, planted)
  await plantReports(db, planted)
  await plantInvoice(db, { uid: person.uid, mark }, secretsKey)
  await plantMoney(db, planted)
  await plantOnTheWay(db, planted, secretsKey)
  return planted
}

/** Creates the person, who had another name before. */
async function buildNamedPerson(db: Db, mark: string): Promise<AccountRow> {
  const texts = textsOfAccount(mark)
  const { uid } = await buildCreator(db, { ...texts, userName: `${mark}former_name` })
  const { userName } = texts
  return db
    .updateTable('account')
    .set({ userName })
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores reports about the person's page and the person's name at another creator, and one by the person. */
async function plantReports(db: Db, { person, creator, mark }: Planted): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const report = { reason: 'other', details: `${mark}abuse_report-details`, contact: null } as const
    await insertReport(trx, { creatorUid: person.uid, goalId: null, name: `${mark}abuse_case` }, report)
    await insertReport(trx, { creatorUid: creator.uid, goalId: null, name: `${mark}tip-name` }, report)
    const own = { ...report, details: `${mark}abuse_report-own`, contact: person.email }
    await insertReport(trx, { creatorUid: creator.uid, goalId: null, name: null }, own)
  })
}

function textsOfAccount(mark: string) {
  const at = (name: string) => `${mark}account-${name}`
  return {
    email: `${at('email')}@example.test`,
    userName: `${mark}account`,
    displayName: at('display'),
    passwordHash: at('password-hash'),
    googleId: at('google'),
    image: `/media/${randomBytes(16).toString('hex')}-512.webp`,
    coverImage: `/media/${randomBytes(16).toString('hex')}-1600.webp`,
    bio: at('bio'),
    ytUrl: `https://youtube.com/${at('yt')}`,
    twitterUrl: `https://x.com/${at('x')}`,
    instaUrl: `https://instagram.com/${at('insta')}`,
    fbUrl: `https://facebook.com/${at('fb')}`,
    socialLinks: JSON.stringify([`https://${at('link')}.example`]),
    featuredAt: new Date(),
  }
}

/** Creates tips that the person gave and received, with their alerts, deliveries and notifications. */
async function plantMoney(db: Db, planted: Planted): Promise<void> {
  const { person, creator, supporter, mark, othersMark } = planted
  const own = await buildGoal(db, person.uid, {
    title: `${mark}goal-title`,
    description: `${mark}goal-description`,
    image: `/media/${randomBytes(16).toString('hex')}-1600.webp`,
  })
  const given = { supporterName: `${mark}tip-name`, message: `${mark}tip-message` }
  await tip(db, creator.uid, { ...given, supporterUid: person.uid })
  await tip(db, person.uid, {
    supporterUid: supporter.uid,
    supporterName: `${othersMark}tip`,
    message: `for ${mark}tip-received`,
    goalId: own.goalId,
  })
  await endPeriodNow(db, own.goalId)
  await tip(db, creator.uid, { supporterUid: supporter.uid, supporterName: `${othersMark}tip` })
  const order = await buildOrder(db, creator.uid, {
    ...given,
    supporterUid: person.uid,
    message: `${mark}tip_order`,
  })
  await insertUnmatchedPayment(db, order, captureOf(order))
  await plantReturns(db, person.uid, mark)
  await plantTest(db, person.uid, mark)
}

async function plantReturns(db: Db, creatorUid: string, mark: string): Promise<void> {
  const tip = await db
    .selectFrom('tip')
    .selectAll()
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirstOrThrow()
  const { id: tipId, provider, captureId, currency } = tip
  const requested = { tipId, amountMinor: 100, reason: `${mark}refund_request`, refundId: null, issue: null }
  await insert(db, 'refundRequest', requested)
  const report = { provider, captureId, currency, mode: 'test' as const, amountMinor: 100, asOf: new Date() }
  await insert(db, 'providerRefund', {
    ...report,
    refundId: `RE-${captureId}`,
    kind: 'refund',
    status: 'completed',
    platformFeeMinor: null,
    occurredAt: new Date(),
  })
  const dispute = {
    disputeId: `DI-${captureId}`,
    status: 'open',
    openedAt: new Date(),
    respondBy: null,
  } as const
  await insert(db, 'dispute', { ...report, ...dispute })
  const { id: disputeId } = await db
    .selectFrom('dispute')
    .select('id')
    .where('disputeId', '=', dispute.disputeId)
    .executeTakeFirstOrThrow()
  await insert(db, 'disputeNotice', { disputeId, uid: creatorUid, kind: 'open', respondBy: null })
  const fields = JSON.stringify({ notes: `${mark}dispute_response` })
  await insert(db, 'disputeResponse', { disputeId, creatorUid, kind: 'evidence', fields })
  await insert(db, 'evidenceDocument', {
    disputeId,
    isInquiry: false,
    creatorUid,
    responseId: null,
    type: 'application/pdf',
    size: 1,
    hash: '0'.repeat(64),
    content: Buffer.from('%'),
  })
}

async function tip(db: Db, creatorUid: string, order: Partial<NewOrder>): Promise<void> {
  const { tipId, eventId, captureId, providerOrderId } = await buildTip(db, creatorUid, order)
  const { supporterName: name, message: note } = order
  const body = { name, message: note, amount: 500, currency: 'gbp', goal: null, at: new Date().toISOString() }
  await insertAlert(db, creatorUid, eventId, body)
  await insert(db, 'delivery', { eventId, destination: 'alerts', creatorUid, reason: null })
  await insert(db, 'notification', { uid: creatorUid, eventId, kind: 'tip', tipId })
  const payer = { id: captureId, name, note }
  await keepWebhook(db, { resource: { ...payer, supplementary: { order_id: providerOrderId } } })
}

/** Stores a test alert, which contains texts that its creator typed. */
async function plantTest(db: Db, creatorUid: string, mark: string): Promise<void> {
  const payload = { type: 'alert.tested', name: 'TestUser', goalTitle: `${mark}outbox` }
  const { eventId } = await db
    .insertInto('outbox')
    .values({ type: 'alert.tested', creatorUid, payload: JSON.stringify(payload) })
    .returning('eventId')
    .executeTakeFirstOrThrow()
  await insertAlert(db, creatorUid, eventId, { goal: { title: `${mark}alert` } })
}

async function insertAlert(db: Db, creatorUid: string, eventId: string, body: object): Promise<void> {
  const { alertSeq: seq } = await db
    .updateTable('creatorCounter')
    .set({ alertSeq: sql<number>`alert_seq + 1` })
    .where('creatorUid', '=', creatorUid)
    .returning('alertSeq')
    .executeTakeFirstOrThrow()
  await insert(db, 'alert', { creatorUid, seq, eventId, isTest: false, body: JSON.stringify(body) })
}

async function keepWebhook(db: Db, body: object): Promise<void> {
  const eventId = `WH-${randomBytes(6).toString('hex')}`
  const webhook = { provider: 'paypal', payeeId: '', eventId, type: 'X', body: JSON.stringify(body) } as const
  await insert(db, 'webhookEvent', webhook)
}

/**
 * Creates rows that contain the person's address or ids but not the account's uid: webhooks, an unfinished sign-up, pending
 * email.
 */
async function plantOnTheWay(db: Db, { person, mark }: Planted, secretsKey: SecretKeys): Promise<void> {
  await keepWebhook(db, { type: 'MERCHANT', merchant_id: mark.toUpperCase(), who: `${mark}webhook_event-a` })
  await keepWebhook(db, {
    payer: { email_address: person.email.toUpperCase() },
    who: `${mark}webhook_event-b`,
  })
  const unset = { accountType: null, currency: null, userName: null, image: null, codeMac: null }
  await insert(db, 'pendingSignUp', {
    ...unset,
    tokenHash: hashToken(makeToken())!,
    email: person.email,
    passwordHash: `${mark}pending_sign_up`,
    name: mark,
    displayName: mark,
    expiresAt: new Date(Date.now() + 3600_000),
  })
  await enqueueAccountEmail({ db, secretsKey }, person, { kind: 'sign-up-known' })
}

async function plantOwn(db: Db, { person: { uid, email }, mark }: Planted, keys: SecretKeys): Promise<void> {
  const expiresAt = new Date(Date.now() + 3600_000)
  const tokenHash = () => hashToken(makeToken())!
  await insert(db, 'session', { tokenHash: tokenHash(), uid, userAgent: `${mark}session`, expiresAt })
  await insert(db, 'accountEvent', { uid, kind: 'log-in', userAgent: `${mark}account_event` })
  const template = { platform: 'twitch', kind: 'goalTip', text: `${mark}chat_template` } as const
  await insert(db, 'chatTemplate', { uid, ...template })
  const forLarger = { ...template, position: 1, fromMinor: 100, text: `${mark}chat_amount_template` }
  await insert(db, 'chatAmountTemplate', { uid, ...forLarger })
  await insert(db, 'blockedWord', { uid, word: `${mark}blocked_word` })
  const rule = defaultTimerRule
  await plantPanel(db, uid, keys)
  await createTimer(db, uid, { name: `${mark}timer`.slice(0, 40), rule, actor: uid })
  await insert(db, 'creatorTag', { creatorUid: uid, tag: `${mark} tag` })
  await db
    .updateTable('payoutAccount')
    .set({ email: `${mark}payout_account`, payeeId: mark.toUpperCase() })
    .where('uid', '=', uid)
    .execute()
  await insert(db, 'payoutOnboarding', { uid, provider: 'paypal', reference: `${mark}payout_onboarding` })
  await insert(db, 'notificationPreference', { uid, receiveAllTips: false })
  await insert(db, 'chatbotSettings', { uid, platform: 'twitch' })
  for (const platform of ['twitch', 'youtube'] as const) {
    await saveConnection(db, {
      uid,
      platform,
      platformUserId: `${mark}platform_connection-id`,
      channel: `${mark}platform_connection-channel`,
      email: `${mark}platform_connection@example.test`,
      scopes: 'chat',
      accessTokenSealed: seal(keys, `${mark}token`, tokenContext(uid, platform, 'access')),
      refreshTokenSealed: seal(keys, `${mark}token`, tokenContext(uid, platform, 'refresh')),
      accessExpiresAt: expiresAt,
    })
  }
  await insertEventReceiver(db, uid, 'twitch')
  await insert(db, 'waitingPayoutAccount', {
    uid,
    provider: 'stripe',
    payeeId: `${mark}waiting_payout_account`,
    email: `${mark}waiting_payout_account`,
  })
  await insert(db, 'sensitiveChange', {
    uid,
    kind: 'email',
    before: JSON.stringify({ email: `${mark}sensitive_change@example.test` }),
    tokenHash: tokenHash(),
    expiresAt,
  })
  await insert(db, 'accountLink', { tokenHash: tokenHash(), uid, kind: 'confirm-email', email, expiresAt })
  await insert(db, 'twoFactor', { uid, secretSealed: `${mark}two_factor` })
  await insert(db, 'passkey', {
    uid,
    credentialId: makeToken(),
    publicKey: Buffer.from('key'),
    counter: 0,
    transports: ['internal'],
    canBackUp: false,
    isBackedUp: false,
    name: `${mark}passkey`,
  })
  const endpoint = {
    creatorUid: uid,
    dialect: 'standard' as const,
    url: `https://${mark}webhook_endpoint.example/`,
    secretSealed: 'sealed',
  }
  const [hook] = await db.insertInto('webhookEndpoint').values(endpoint).returning('id').execute()
  const eventId = await addTestEvent(db, uid)
  const toEndpoint = { destination: 'endpoints', eventId, creatorUid: uid, endpointId: hook!.id } as const
  await insert(db, 'delivery', { ...toEndpoint, tries: '[]' })
  const token = { name: `${mark}api_token`, tokenHash: tokenHash(), scopes: ['tips:read'] }
  const [tool] = await db
    .insertInto('apiToken')
    .values({ uid, ...token })
    .returning('id')
    .execute()
  await insert(db, 'toolWrite', { tokenId: tool!.id, key: 'a-key', requestHash: tokenHash() })
  await insert(db, 'recoveryCode', { uid, codeHash: tokenHash() })
  await insert(db, 'dataExport', { uid, status: 'ready', sizeBytes: 1, finishedAt: new Date() })
}

/** Creates a creator's tip rules, supporters whom the person has blocked, and a creator who has blocked the person. */
async function plantTipRules(db: Db, { person: { uid }, creator, mark }: Planted): Promise<void> {
  await insert(db, 'tipRule', { creatorUid: uid, minimumMinor: 500, holdFromMinor: null })
  await plantSounds(db, uid, mark)
  await plantShow(db, uid, mark)
  await plantImport(db, uid, mark)
  const lease = { overlayId: randomUUID(), rank: 0, expiresAt: new Date() }
  await insert(db, 'activeOverlay', { creatorUid: uid, ...lease })
  const ids = { creatorUid: uid, overlayId: randomUUID(), serverId: randomUUID() }
  await insert(db, 'overlayPresence', { ...ids, isOpen: true, state: 'program', audio: 'played' })
  const nobody = { supporterUid: null, nameKey: null, addressHash: null, tipId: null }
  const blocked = { ...nobody, creatorUid: uid, name: `${mark}blocked_supporter`, nameKey: 'somebody' }
  await insert(db, 'blockedSupporter', blocked)
  const blocking = { ...nobody, creatorUid: creator.uid, name: 'Anonymous', supporterUid: uid }
  await insert(db, 'blockedSupporter', blocking)
}

async function insert<T extends keyof Schema>(db: Db, table: T, row: Insertable<Schema[T]>): Promise<void> {
  await db.insertInto(table).values(row).execute()
}
