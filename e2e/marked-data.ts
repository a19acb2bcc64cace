/** Data that contains a random mark, so that a page can only show it if it comes from the database of this run. */
import { randomBytes } from 'node:crypto'
import { buildGoal, buildOrder } from '../db/builders.fixture.ts'
import { recordTip } from '../domain/payments/orders/record-tip.ts'
import type { Product } from './product.ts'

export interface MarkedData {
  /** Part of every seeded name, title, biography, address and message. */
  mark: string
  creatorName: string
  creatorUid: string
  supporterUid: string
  /** The ids of an active goal and of a completed one. */
  running: string
  done: string
}

const creatorName = 'ottokestrel'

/** Seeds two goals, a tip by Ada, and the mark in every field that a page may show. */
export async function seedMarkedData({ db }: Pick<Product, 'db'>): Promise<MarkedData> {
  const mark = `m${randomBytes(4).toString('hex')}`
  const [creatorUid, supporterUid] = [await uidOf(db, creatorName), await uidOf(db, 'ada_lind')]
  const currency = 'usd' as const
  const { goaluuid: running } = await buildGoal(db, creatorUid, {
    currency,
    title: `Running ${mark}`,
    description: `For ${mark}`,
    amountMinor: 5000_00,
    amountReceivedMinor: 0,
    position: -1,
  })
  const { goaluuid: done } = await buildGoal(db, creatorUid, {
    currency,
    title: `Done ${mark}`,
    amountReceivedMinor: 0,
    status: 'COMPLETED',
    completedAt: new Date(),
  })
  const supporterName = `Supporter ${mark}`
  await markAccount(db, creatorUid, { bio: `Bio ${mark}` })
  await markAccount(db, supporterUid, { bio: `Bio ${mark}`, displayName: supporterName })
  await markConnections(db, creatorUid, mark)
  await db
    .insertInto('testimonial')
    .values({ imageUrl: null, profileUrl: `https://${mark}.example/` })
    .execute()

  const money = { amountMinor: 1234_00, currency }
  const { providerOrderId } = await buildOrder(db, creatorUid, {
    ...money,
    supporterName,
    supporterUid,
    message: `Hello ${mark}`,
    goaluuid: running,
    feeMinor: 61_70,
  })
  const capture = { provider: 'paypal' as const, providerOrderId: providerOrderId!, captureId: `CAP-${mark}` }
  await recordTip(db, { ...capture, payeeId: undefined, chargedMinor: money.amountMinor, currency })
  return { mark, creatorName, creatorUid, supporterUid, running, done }
}

async function markAccount(
  db: Product['db'],
  uid: string,
  fields: { bio: string; displayName?: string },
): Promise<void> {
  await db.updateTable('account').set(fields).where('uid', '=', uid).execute()
  const preferences = { receiveAllTips: true, receiveGoalFunded: false }
  await db
    .insertInto('notificationPreference')
    .values({ uid, ...preferences })
    .onConflict((oc) => oc.column('uid').doUpdateSet(preferences))
    .execute()
}

async function markConnections(db: Product['db'], uid: string, mark: string): Promise<void> {
  await db
    .updateTable('payoutAccount')
    .set({ email: `${mark}@pay.example` })
    .where('uid', '=', uid)
    .execute()
  await db
    .updateTable('platformConnection')
    .set({ email: `${mark}@chat.example` })
    .where('uid', '=', uid)
    .execute()
}

async function uidOf(db: Product['db'], userName: string): Promise<string> {
  const query = db.selectFrom('account').select('uid').where('userName', '=', userName)
  return (await query.executeTakeFirstOrThrow()).uid
}
