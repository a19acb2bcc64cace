/** Creates the accounts of the role tests: a creator with data to protect, and the accounts that try to reach it. */
import { saveConnection } from '../../db/queries/chat/connections.ts'
import { savePayoutAccount } from '../../db/queries/payments/payout-accounts.ts'
import type { AccountRow, GoalRow } from '../../db/schema.ts'
import { buildCreator, buildGoal, buildSupporter } from '../../db/builders.fixture.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { seal, tokenContext } from '../../domain/security/sealing.ts'
import type { Control } from '../../sandbox/stand-in.fixture.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import type { Role } from './outcomes.fixture.ts'
import type { TestApp } from '../app.fixture.ts'

export const privateMessage = 'for the creator alone'
export const password = 'correct-horse-1'
const passwordHash = await hashPassword(password)

export interface World extends TestApp {
  supporter: AccountRow
  moderator: AccountRow
  creator: AccountRow
  otherCreator: AccountRow
  admin: AccountRow
  goal: GoalRow
  /** The supporter's tip to the creator, which the creator's notification is about. */
  tip: { notificationId: string; eventId: string; tipId: string; orderId: string }
  /** Returns the account of a role, undefined for the stranger. */
  accountOf(role: Role): AccountRow | undefined
  /** Returns the uid of the role's own account; for roles without one, the creator's. */
  uidOf(role: Role): string
  /** Returns the Cookie header of a role; each account has one session. */
  cookieOf(role: Role): string | undefined
  /** The stand-ins of chats and push services. */
  sandbox: Sandbox
  /** Controls PayPal's stand-in. */
  control: Control
  /** Controls Stripe's stand-in. */
  controlStripe: Control
}

/** Creates all accounts; all but the stranger log in with the same password. */
export async function buildWorld(
  app: TestApp,
  standIns: Pick<World, 'sandbox' | 'control' | 'controlStripe'>,
): Promise<World> {
  const { db } = app
  const [supporter, moderator, creator, otherCreator, admin] = await Promise.all([
    buildSupporter(db, { passwordHash, displayName: 'Grace' }),
    buildSupporter(db, { passwordHash }),
    buildCreator(db, { passwordHash }),
    buildCreator(db, { passwordHash }),
    buildSupporter(db, { passwordHash, role: 'admin' }),
  ])
  const accounts: Partial<Record<Role, AccountRow>> = { supporter, moderator, creator, otherCreator, admin }
  const signingIn = Object.entries(accounts).map(
    async ([role, { uid }]) => [role, await app.signInConfirmed(uid)] as const,
  )
  const preference = { uid: creator.uid, receiveAllTips: false }
  const [cookies, goal, tip] = await Promise.all([
    Promise.all(signingIn).then((pairs) => new Map<string, string>(pairs)),
    buildGoal(db, creator.uid),
    buildNotification(app, creator.uid, supporter.uid),
    connect(app, creator, 'twitch'),
    connect(app, creator, 'youtube'),
    db.insertInto('notificationPreference').values(preference).execute(),
    db.insertInto('moderator').values({ creatorUid: creator.uid, moderatorUid: moderator.uid }).execute(),
  ])
  return {
    ...app,
    supporter,
    moderator,
    creator,
    otherCreator,
    admin,
    goal,
    tip,
    accountOf: (role) => accounts[role],
    uidOf: (role) => (accounts[role] ?? creator).uid,
    cookieOf: (role) => cookies.get(role),
    ...standIns,
  }
}

/** Gives the creator an account at PayPal's stand-in to be paid into. */
export async function openPayouts({ db, creator, control }: World): Promise<string> {
  const { uid, email } = creator
  const { merchantId } = await control<{ merchantId: string }>('merchants', { email })
  await savePayoutAccount(db, { uid, provider: 'paypal', payeeId: merchantId, email, isReady: true })
  return merchantId
}

async function buildNotification({ db }: TestApp, uid: string, supporterUid: string): Promise<World['tip']> {
  const tipped = { supporterUid, message: privateMessage, isPrivate: true }
  const { tipId, order, eventIds } = await captureTip(db, uid, tipped)
  const [eventId = ''] = eventIds
  const { id } = await db
    .insertInto('notification')
    .values({ uid, eventId, kind: 'tip', tipId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { notificationId: id, eventId, tipId, orderId: order.id }
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
