/** Stores data that contains a random mark. A page can show the mark only if its data comes from this run's database. */
import { randomBytes } from 'node:crypto'
import { buildGoal } from '../db/builders.fixture.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import type { Product } from './product.ts'
import type { ProductFixture } from './product-fixture.ts'

export type MarkedData = Awaited<ReturnType<typeof seedMarkedData>>

const creatorName = 'ottokestrel'

/**
 * Creates an active goal, a completed goal and a tip by Ada, and puts the mark into every name, title, biography, address and
 * message that a page may show.
 */
export async function seedMarkedData({ db, uidOf }: Pick<ProductFixture, 'db' | 'uidOf'>) {
  const mark = `m${randomBytes(4).toString('hex')}`
  const [creatorUid, supporterUid] = [await uidOf(creatorName), await uidOf('ada_lind')]
  const currency = 'usd' as const
  const { goalId: running } = await buildGoal(db, creatorUid, {
    currency,
    title: `Running ${mark}`,
    description: `For ${mark}`,
    amountMinor: 5000_00,
    amountReceivedMinor: 0,
    position: -1,
  })
  const { goalId: done } = await buildGoal(db, creatorUid, {
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

  await buildTip(db, creatorUid, {
    amountMinor: 1234_00,
    currency,
    supporterName,
    supporterUid,
    message: `Hello ${mark}`,
    goalId: running,
    feeMinor: 61_70,
  })
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
