import { expect, test } from 'vitest'
import { saveCensorAction } from '../../db/queries/moderation/word-settings.ts'
import { openPaypalCheckout } from '../payments/paypal/checkout.fixture.ts'

test('a tip with a hit is held when its order was opened under “hold”, and only then', async () => {
  await using checkout = await openPaypalCheckout()
  const { db, creator } = checkout
  const holdOf = async (words: { name?: string; message?: string; isPrivate?: boolean }) =>
    (await checkout.takeTip(words)).hold
  const rude = { message: 'what the fuck' }

  expect(await holdOf(rude)).toBeNull()
  await saveCensorAction(db, creator.uid, 'leave-out')
  expect(await holdOf(rude)).toBeNull()
  await saveCensorAction(db, creator.uid, 'hold')
  expect(await holdOf({ message: 'Hello' })).toBeNull()
  expect(await holdOf({ message: 'see evil.com', isPrivate: true })).toBeNull()
  expect(await holdOf(rude)).toBe('held')
  expect(await holdOf({ name: 'evil.com' })).toBe('held')

  const before = await checkout.open(rude)
  await saveCensorAction(db, creator.uid, 'mask')
  await checkout.pay(before)
  await checkout.finish(before)
  const holds = await db.selectFrom('tip').select('hold').orderBy('captureNo').execute()
  expect(holds.map(({ hold }) => hold)).toEqual([null, null, null, null, 'held', 'held', 'held'])
})
