/** The accounts of the role table: a creator with everything worth protecting, and those who may try to reach it. */
import { saveConnection } from '../../db/queries/connections.ts'
import { savePayoutAccount } from '../../db/queries/payout-accounts.ts'
import type { AccountRow, GoalRow } from '../../db/schema.ts'
import { buildCreator, buildGoal, buildOrder, buildSupporter } from '../../db/builders.fixture.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { recordTip } from '../../domain/payments/orders/record-tip.ts'
import { seal, tokenContext } from '../../domain/security/sealing.ts'
import type { Role } from '../role-table.ts'
import type { TestApp } from '../app.fixture.ts'

export const privateMessage = 'for the creator alone'
export const password = 'correct-horse-1'
const passwordHash = await hashPassword(password)

export interface World extends TestApp {
  supporter: AccountRow
  creator: AccountRow
  otherCreator: AccountRow
  admin: AccountRow
  goal: GoalRow
  /** One of the creator's notifications. */
  notificationId: string
  /** The account of a role, undefined for the stranger. */
  accountOf(role: Role): AccountRow | undefined
  /** The Cookie header of a role; each account has one session. */
  cookieOf(role: Role): string | undefined
  /** Controls PayPal's stand-in. */
  control: Control
  /** Controls Stripe's stand-in. */
  controlStripe: Control
}

export type Control = <T = Record<string, unknown>>(path: string, body?: unknown) => Promise<T>

/** Creates all accounts. */
export async function buildWorld(app: TestApp, control: Control, controlStripe: Control): Promise<World> {
  const { db } = app
  const [supporter, creator, otherCreator, admin] = await Promise.all([
    buildSupporter(db, { passwordHash, displayName: 'Grace' }),
    buildCreator(db),
    buildCreator(db),
    buildSupporter(db, { role: 'admin' }),
  ])
  const accounts: Partial<Record<Role, AccountRow>> = { supporter, creator, otherCreator, admin }
  const signingIn = Object.entries(accounts).map(
    async ([role, { uid }]) => [role, await app.signIn(uid)] as const,
  )
  const preference = { uid: creator.uid, receiveAllTips: false }
  const [cookies, goal, notificationId] = await Promise.all([
    Promise.all(signingIn).then((pairs) => new Map<string, string>(pairs)),
    buildGoal(db, creator.uid),
    buildNotification(app, creator.uid, supporter.uid),
    connect(app, creator, 'twitch'),
    connect(app, creator, 'youtube'),
    db.insertInto('notificationPreference').values(preference).execute(),
  ])
  return {
    ...app,
    supporter,
    creator,
    otherCreator,
    admin,
    goal,
    notificationId,
    accountOf: (role) => accounts[role],
    cookieOf: (role) => cookies.get(role),
    control,
    controlStripe,
  }
}

/** Moves the creator's payouts to an account that PayPal's stand-in knows. */
export async function openPayouts({ db, creator, control }: World): Promise<string> {
  const { uid, email } = creator
  const { merchantId } = await control<{ merchantId: string }>('merchants', { email })
  await savePayoutAccount(db, {
    uid,
    provider: 'paypal',
    payeeId: merchantId,
    email,
    isReady: true,
  })
  return merchantId
}

async function buildNotification({ db }: TestApp, uid: string, supporterUid: string): Promise<string> {
  const tipped = { supporterUid, message: privateMessage, isPrivate: true }
  const { providerOrderId, amountMinor, currency } = await buildOrder(db, uid, tipped)
  const captureId = `CAP-${providerOrderId}`
  const paid = {
    provider: 'paypal',
    providerOrderId: providerOrderId!,
    captureId,
    payeeId: undefined,
  } as const
  const tip = await recordTip(db, { ...paid, chargedMinor: amountMinor, currency })
  if (tip.kind !== 'recorded') throw new Error(tip.kind)
  const { id } = await db
    .insertInto('notification')
    .values({ uid, eventId: tip.jobs[0]!.eventId, kind: 'tip', tipId: tip.tipId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function connect({ db, ctx }: TestApp, { uid, email }: AccountRow, platform: 'twitch' | 'youtube') {
  const { secretsKey } = ctx.config
  await saveConnection(db, {
    uid,
    platform,
    platformUserId: `${platform}-${uid}`,
    channel: `channel-${uid}`,
    email,
    scopes: 'chat',
    accessTokenSealed: seal(secretsKey, 'access', tokenContext(uid, platform, 'access')),
    refreshTokenSealed: seal(secretsKey, 'refresh', tokenContext(uid, platform, 'refresh')),
    accessExpiresAt: new Date(Date.now() + 3600_000),
  })
}
