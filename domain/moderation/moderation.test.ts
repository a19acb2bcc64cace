import { expect, test } from 'vitest'
import type { TipEventJob } from '../../contract/events.ts'
import type { Db } from '../../db/connection.ts'
import { findEventDetails } from '../../db/queries/deliveries/event-details.ts'
import { saveTipRules } from '../../db/queries/payments/tip-rules.ts'
import { buildCreator, buildGoal, buildSupporter } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { readLeaderboard } from '../insights/read-leaderboard.ts'
import { findSupporterCard } from '../insights/read-supporter-card.ts'
import { buildTip, captureTip } from '../payments/ledger/ledger.fixture.ts'
import { blockTipSupporter, blockName, unblock } from './blocked-supporters.ts'
import { endHold } from './end-hold.ts'
import { requireAllowed } from './require-allowed.ts'

const home = 'a'.repeat(64)
const elsewhere = 'b'.repeat(64)

test('a blocked guest is refused by name and by network, as a refused payment', async () => {
  await using test = await createTestDb()
  const { db } = test
  const { uid } = await buildCreator(db)
  const supporter = await buildSupporter(db)
  const { tipId } = await buildTip(db, uid, { supporterName: 'Mean  Mike', addressHash: home })

  await blockTipSupporter(db, uid, tipId)

  const refused = { code: 'payment_refused', text: 'error_payment_refused' }
  const again = { ...guest(uid), supporterName: 'ＭＥＡＮ mike', addressHash: elsewhere }
  await expect(requireAllowed(db, again)).rejects.toMatchObject(refused)
  await expect(requireAllowed(db, { ...guest(uid), addressHash: home })).rejects.toMatchObject(refused)
  const former = { ...guest(uid), formerAddressHashes: [home] }
  await expect(requireAllowed(db, former)).rejects.toMatchObject(refused) // the network was hashed with a former key
  await requireAllowed(db, { ...guest(uid), addressHash: elsewhere })
  await requireAllowed(db, { ...guest(uid), supporterUid: supporter.uid, addressHash: home }) // an account on the blocked guest's network
})

test('a blocked guest’s network may be another person’s after 30 days, while the name stays blocked', async () => {
  await using test = await createTestDb()
  const { db } = test
  const { uid } = await buildCreator(db)
  const { tipId } = await buildTip(db, uid, { supporterName: 'Mean Mike', addressHash: home })
  await blockTipSupporter(db, uid, tipId)
  const blockedBefore = (days: number) =>
    db
      .updateTable('blockedSupporter')
      .set({ createdAt: new Date(Date.now() - days * 86_400_000) })
      .execute()
  const onNetwork = { ...guest(uid), addressHash: home }

  await blockedBefore(29)
  await expect(requireAllowed(db, onNetwork)).rejects.toMatchObject({ code: 'payment_refused' })
  await blockedBefore(31)
  await requireAllowed(db, onNetwork)
  await expect(requireAllowed(db, { ...onNetwork, supporterName: 'Mean Mike' })).rejects.toThrow()
})

test('an anonymous account is blocked on any network without its name, until the creator unblocks it', async () => {
  await using test = await createTestDb()
  const { db } = test
  const { uid } = await buildCreator(db)
  const supporter = await buildSupporter(db, { displayName: 'Ada' })
  const { tipId } = await buildTip(db, uid, {
    supporterUid: supporter.uid,
    supporterName: 'Anonymous',
    isAnonymous: true,
  })

  const { supporters } = await blockTipSupporter(db, uid, tipId)

  expect(supporters).toMatchObject([{ name: 'Anonymous', kind: 'anonymous' }])
  const requested = { ...guest(uid), supporterUid: supporter.uid, supporterName: 'Ada' }
  await expect(requireAllowed(db, requested)).rejects.toMatchObject({ code: 'payment_refused' })
  await requireAllowed(db, guest(uid)) // other anonymous guests are not blocked
  expect(await unblock(db, uid, supporters[0]!.id)).toEqual({ supporters: [] })
  await requireAllowed(db, requested)
  await blockName(db, uid, `@${supporter.userName.toUpperCase()}`)
  await expect(requireAllowed(db, requested)).rejects.toMatchObject({ code: 'payment_refused' })
  await expect(blockName(db, uid, 'anonymous')).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a held tip counts at once and is not listed; its release publishes its events and its goal’s once', async () => {
  await using test = await createTestDb()
  const { db } = test
  const { uid } = await buildCreator(db)
  const goal = await buildGoal(db, uid)
  const supporter = await buildSupporter(db)
  await saveTipRules(db, uid, { minimumMinor: 1_00, holdFromMinor: 80_00 })
  const large = { supporterUid: supporter.uid, amountMinor: 80_00, feeMinor: 4_00 }
  const published: string[] = []
  const publish = (jobs: readonly TipEventJob[]) => void published.push(...jobs.map(({ eventId }) => eventId))
  const ctx = { db, publish }

  const { tipId } = await buildTip(db, uid, { ...large, goalId: goal.goalId })
  expect(await readHolds(db)).toEqual(['held'])
  const { amountReceivedMinor, status } = await db.selectFrom('goal').selectAll().executeTakeFirstOrThrow()
  expect({ amountReceivedMinor, status }).toEqual({ amountReceivedMinor: 100_00, status: 'COMPLETED' })
  expect((await readLeaderboard(db, uid)).recent).toEqual([])
  expect(await tellsOfHold(db)).toBe(true)

  await Promise.all([1, 2].map(() => endHold(ctx, uid, tipId, 'release')))
  const released = await db
    .selectFrom('outbox')
    .select('type')
    .where('eventId', 'in', published)
    .orderBy('createdAt')
    .orderBy('type', 'desc')
    .execute()
  expect(released).toEqual([{ type: 'tip.captured' }, { type: 'goal.funded' }])
  expect((await readLeaderboard(db, uid)).recent).toHaveLength(1)
  expect(await tellsOfHold(db)).toBe(false)

  await buildTip(db, uid, large) // only an account's first tip can be held, so this one is not
  const { tipId: fromGuest } = await buildTip(db, uid, { ...large, supporterUid: null })
  await endHold(ctx, uid, fromGuest, 'dismiss')
  expect(await readHolds(db)).toEqual(['released', null, 'dismissed'])
  expect(published).toHaveLength(2)
})

test('a supporter whose tips are all held or dismissed is on no leaderboard', async () => {
  await using test = await createTestDb()
  const { db } = test
  const { uid } = await buildCreator(db)
  const supporter = await buildSupporter(db, { displayName: 'Ada' })
  await saveTipRules(db, uid, { minimumMinor: 1_00, holdFromMinor: 80_00 })
  const ctx = { db, publish: () => {} }
  const large = { amountMinor: 80_00, feeMinor: 4_00 }
  const named = async () => {
    const { weekly, monthly, allTime } = await readLeaderboard(db, uid)
    expect([weekly.length, monthly.length]).toEqual([allTime.length, allTime.length])
    return allTime.map(({ name, amount }) => `${name} ${amount / 100}`)
  }
  const card = () => findSupporterCard(db, uid, supporter.uid)

  await buildTip(db, uid, { supporterName: 'Grace', amountMinor: 5_00 })
  const { tipId: first } = await buildTip(db, uid, {
    ...large,
    supporterUid: supporter.uid,
    supporterName: 'Ada',
  })
  const { tipId: rude } = await buildTip(db, uid, { ...large, supporterName: 'Rude Rob' })
  // Another tip under the name Grace is shown, so the name is public.
  await buildTip(db, uid, { ...large, supporterName: 'Grace' })
  expect(await named()).toEqual(['Grace 85'])
  expect(await card()).toBeUndefined()

  await endHold(ctx, uid, first, 'release')
  await endHold(ctx, uid, rude, 'dismiss')
  expect(await named()).toEqual(['Grace 85', 'Ada 80'])
  expect(await card()).toMatchObject({ allTime: 80_00, place: 2 })

  await buildTip(db, uid, { supporterName: 'Rude Rob', amountMinor: 5_00 }) // this tip is too small to be held
  expect(await named()).toEqual(['Grace 85', 'Rude Rob 85', 'Ada 80'])
})

test('a held tip does not change the name under which its account is on the leaderboard, released ones may', async () => {
  await using test = await createTestDb()
  const { db } = test
  const { uid } = await buildCreator(db)
  const fan = await buildSupporter(db, { displayName: 'Ada' })
  const named = async () => {
    const { weekly, allTime } = await readLeaderboard(db, uid)
    return [weekly, allTime].map((board) => board.map(({ name, amount }) => `${name} ${amount / 100}`))
  }
  const earlier = new Date('2026-01-06T10:00:00Z')
  await captureTip(db, uid, { supporterUid: fan.uid, supporterName: 'Ada' }, earlier)

  const rude = { supporterUid: fan.uid, supporterName: 'Ada evil.com', isForReview: true }
  await captureTip(db, uid, rude)
  expect(await named()).toEqual([['Ada 5'], ['Ada 10']])

  await captureTip(db, uid, { supporterUid: fan.uid, supporterName: 'Ada L.' })
  expect(await named()).toEqual([['Ada L. 10'], ['Ada L. 15']])
})

function guest(creatorUid: string) {
  return {
    creatorUid,
    supporterUid: null,
    supporterName: 'Anonymous',
    addressHash: elsewhere,
    formerAddressHashes: [],
  }
}

/** Renders the email about the first tip now, and returns whether it says that the tip is held. */
async function tellsOfHold(db: Db): Promise<boolean | undefined> {
  const { eventId } = await db
    .selectFrom('outbox')
    .select('eventId')
    .where('type', '=', 'tip.captured')
    .orderBy('createdAt')
    .executeTakeFirstOrThrow()
  return (await findEventDetails(db, eventId))?.tip?.isHeld
}

async function readHolds(db: Db) {
  return (await db.selectFrom('tip').select('hold').orderBy('captureNo').execute()).map(({ hold }) => hold)
}
