import { expect, test } from 'vitest'
import { standardStyle } from '../../../contract/alerts/alert-looks.ts'
import { buildCreator, buildGoal } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import type { Db } from '../../../db/connection.ts'
import { publishAlertStyle, saveAlertDraft } from '../../../db/queries/alerts/alert-styles.ts'
import { endHold } from '../../moderation/end-hold.ts'
import { captureOf, captureTip, refundOf } from '../ledger/ledger.fixture.ts'
import { recordRefund } from '../ledger/record-refund.ts'

const wanted = { quarters: true, oneTipToGo: true }

async function openGoal(db: Db, milestones = wanted, amountReceivedMinor = 0) {
  const { uid } = await buildCreator(db)
  await saveAlertDraft(db, uid, { ...standardStyle(), milestones }, 0)
  await publishAlertStyle(db, uid, 1)
  const { goalId } = await buildGoal(db, uid, { amountMinor: 100_00, amountReceivedMinor })
  return { uid, goalId, tip: (amountMinor: number) => captureTip(db, uid, { goalId, amountMinor }) }
}

/** Returns the milestones that have an event, in the order of the events. */
async function milestonesOf(db: Db, uid: string): Promise<unknown[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('payload')
    .where('creatorUid', '=', uid)
    .where('type', '=', 'goal.milestone')
    .orderBy('createdAt')
    .execute()
  return rows.map(({ payload }) => (payload as { milestone: string }).milestone)
}

test('each milestone has one event', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  const { uid, tip } = await openGoal(db)

  for (const amount of [10_00, 15_00, 5_00, 20_00, 25_00, 1_00]) await tip(amount)

  expect(await milestonesOf(db, uid)).toEqual(['25', '50', 'one-tip'])
})

test('a tip that passes several has an event for the last, and the others never come', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  const { uid, tip } = await openGoal(db, { quarters: true, oneTipToGo: false })

  await tip(60_00)
  await tip(1_00)

  expect(await milestonesOf(db, uid)).toEqual(['50'])
})

test('a held tip’s milestone is shown when the tip is released', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  const { uid, goalId } = await openGoal(db)
  const { tipId } = await captureTip(db, uid, { goalId, amountMinor: 25_00, isForReview: true })
  const published: string[] = []
  const publish = (jobs: readonly { eventId: string }[]) =>
    published.push(...jobs.map(({ eventId }) => eventId))
  const before = await milestonesOf(db, uid)

  await endHold({ db, publish }, uid, tipId, 'release')

  expect(await milestonesOf(db, uid)).toEqual([...before, '25'])
  expect(published).toHaveLength(2)
})

test('a tip that funds the goal has no milestone', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  const { uid, tip } = await openGoal(db)

  await tip(100_00)

  expect(await milestonesOf(db, uid)).toEqual([])
})

test('a milestone that is reached again after a refund has no second event', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  const { uid, goalId, tip } = await openGoal(db, { quarters: true, oneTipToGo: false })
  const { order } = await tip(30_00)

  await recordRefund(db, refundOf(captureOf(order), { amountMinor: 30_00 }))
  const goal = await db.selectFrom('goal').selectAll().where('goalId', '=', goalId).executeTakeFirstOrThrow()
  expect(goal.amountReceivedMinor).toBe(0)
  await tip(30_00)

  expect(await milestonesOf(db, uid)).toEqual(['25'])
})

test('tips at the same time reach a milestone once', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  const { uid, tip } = await openGoal(db, { quarters: true, oneTipToGo: false }, 20_00)

  await Promise.all(Array.from({ length: 8 }, () => tip(3_00)))

  expect(await milestonesOf(db, uid)).toEqual(['25'])
})

test('without the creator’s wish there are none, and what was passed meanwhile does not come later', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  const { uid, tip } = await openGoal(db, { quarters: false, oneTipToGo: false })
  await tip(30_00)
  expect(await milestonesOf(db, uid)).toEqual([])

  await saveAlertDraft(db, uid, { ...standardStyle(), milestones: wanted }, 1)
  await publishAlertStyle(db, uid, 2)
  await tip(1_00)

  expect(await milestonesOf(db, uid)).toEqual([])
})

test('a tip is a supporter’s first once, and never if it is anonymous', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  const { uid } = await buildCreator(db)

  await captureTip(db, uid, { supporterName: 'Ada' })
  await captureTip(db, uid, { supporterName: 'ADA' })
  await captureTip(db, uid, { supporterName: 'Lin', isAnonymous: true })

  const tips = await db.selectFrom('tip').select('isFirst').orderBy('captureNo').execute()
  expect(tips.map(({ isFirst }) => isFirst)).toEqual([true, false, false])
})
