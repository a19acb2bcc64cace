/** What one run of a browser test plants, so that a page shows it can only have it from this run's database. */
import { randomBytes } from 'node:crypto'
import { buildGoal, buildOrder } from '../db/builders.fixture.ts'
import { recordTip } from '../domain/payments/orders/record-tip.ts'
import type { Product } from './product.ts'

export interface Run {
  /** A word of this run: it stands in names, titles, biographies, addresses and messages. */
  mark: string
  creatorName: string
  creatorUid: string
  supporterUid: string
  /** The uuid of a goal that runs, and of one that is done. */
  running: string
  done: string
}

const creatorName = 'ottokestrel'

/** Plants a goal that runs, one that is done, a tip of Ada's that the relay finds, and the word wherever one can stand. */
export async function seedRun({ db }: Pick<Product, 'db'>): Promise<Run> {
  const mark = `m${randomBytes(4).toString('hex')}`
  const [creatorUid, supporterUid] = [await uidOf(db, creatorName), await uidOf(db, 'ada_lind')]
  const own = { currency: 'usd' as const, amountReceivedMinor: 0 }
  const runs = {
    ...own,
    title: `Running ${mark}`,
    description: `For ${mark}`,
    amountMinor: 5000_00,
    position: -1,
  }
  const ended = { ...own, title: `Done ${mark}`, status: 'COMPLETED' as const, completedAt: new Date() }
  const { goaluuid: running } = await buildGoal(db, creatorUid, runs)
  const { goaluuid: done } = await buildGoal(db, creatorUid, ended)
  for (const uid of [creatorUid, supporterUid]) await markAccount(db, uid, mark)
  const supporterName = `Fan ${mark}`
  await db
    .updateTable('account')
    .set({ displayName: supporterName })
    .where('uid', '=', supporterUid)
    .execute()
  await markConnections(db, creatorUid, mark)
  await db
    .insertInto('testimonial')
    .values({ imageUrl: null, profileUrl: `https://${mark}.example/` })
    .execute()

  const paid = { amountMinor: 1234_00, currency: 'usd' as const }
  const words = { supporterName, message: `Hello ${mark}`, supporterUid }
  const order = { ...paid, ...words, goaluuid: running, feeMinor: 61_70 }
  const { providerOrderId } = await buildOrder(db, creatorUid, order)
  const capture = { provider: 'paypal' as const, providerOrderId: providerOrderId!, captureId: `CAP-${mark}` }
  await recordTip(db, {
    ...capture,
    payeeId: undefined,
    chargedMinor: paid.amountMinor,
    currency: paid.currency,
  })
  return { mark, creatorName, creatorUid, supporterUid, running, done }
}

async function markAccount(db: Product['db'], uid: string, mark: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ bio: `Bio ${mark}` })
    .where('uid', '=', uid)
    .execute()
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
