/** Inserts complete, valid rows. A test passes only the columns that matter to it. */
import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from './connection.ts'
import type { AccountRow, GoalRow, NewAccount, NewOrder, OrderRow, Schema } from './schema.ts'

/** A creator paid in pounds, with counters and a ready PayPal account. */
export async function buildCreator(db: Db, account: Partial<NewAccount> = {}): Promise<AccountRow> {
  const row = await buildAccount(db, { accountType: 1, currency: 'gbp', ...account })
  await db.insertInto('creatorCounter').values({ creatorUid: row.uid }).execute()
  const merchantId = `MERCHANT${row.userName.slice(-5)}`.toUpperCase()
  await db
    .insertInto('payoutAccount')
    .values({
      uid: row.uid,
      provider: 'paypal',
      payeeId: merchantId,
      email: row.email,
      isReady: true,
    })
    .execute()
  return row
}

export async function buildSupporter(db: Db, account: Partial<NewAccount> = {}): Promise<AccountRow> {
  return buildAccount(db, { accountType: 2, currency: null, ...account })
}

async function buildAccount(
  db: Db,
  account: Partial<NewAccount> & Pick<NewAccount, 'accountType' | 'currency'>,
) {
  const mark = randomBytes(5).toString('hex')
  const values = {
    email: `${mark}@example.test`,
    passwordHash: null,
    googleId: null,
    userName: `user_${mark}`,
    displayName: `User ${mark}`,
    image: null,
    coverImage: null,
    ytUrl: null,
    twitterUrl: null,
    instaUrl: null,
    fbUrl: null,
    ...account,
  }
  return db.insertInto('account').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A goal of 100.00 that has received 20.00. */
export async function buildGoal(
  db: Db,
  creatorUid: string,
  goal: Partial<Insertable<Schema['goal']>> = {},
): Promise<GoalRow> {
  const values = {
    creatorUid,
    title: 'A kiln for the clay season',
    currency: 'gbp' as const,
    amountMinor: 100_00,
    amountReceivedMinor: 20_00,
    image: null,
    fundedByTipId: null,
    ...goal,
  }
  return db.insertInto('goal').values(values).returningAll().executeTakeFirstOrThrow()
}

/** An unpaid order of 5.00 by the supporter Grace, with the status CREATED. */
export async function buildOrder(
  db: Db,
  creatorUid: string,
  order: Partial<NewOrder> = {},
): Promise<OrderRow> {
  return (await buildOrders(db, creatorUid, [order]))[0]!
}

/** Inserts several unpaid orders of 5.00 in one statement and returns them in the given order. */
export async function buildOrders(
  db: Db,
  creatorUid: string,
  orders: readonly Partial<NewOrder>[],
): Promise<OrderRow[]> {
  const values = orders.map((order) => toOrder(creatorUid, order))
  return db.insertInto('tipOrder').values(values).returningAll().execute()
}

function toOrder(creatorUid: string, order: Partial<NewOrder>): NewOrder {
  return {
    provider: 'paypal',
    providerOrderId: `ORDER-${randomBytes(6).toString('hex')}`,
    payeeId: 'MERCHANT',
    mode: 'test',
    creatorUid,
    goalId: null,
    supporterUid: null,
    supporterName: 'Grace',
    isAnonymous: false,
    isPrivate: false,
    message: 'For the clay!',
    amountMinor: 5_00,
    feeMinor: 25,
    feeMode: 'split',
    currency: 'gbp',
    status: 'CREATED',
    ...order,
  }
}
