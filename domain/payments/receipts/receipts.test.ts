import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { receiptToken } from '../../../contract/payments/receipt-calls.ts'
import type { Db } from '../../../db/connection.ts'
import { showAlert } from '../../../db/alerts.fixture.ts'
import { buildCreator, buildGoal, buildOrder, buildSupporter } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { saveBillingDetails } from '../invoices/billing-details.ts'
import { captureOf, refundOf } from '../ledger/ledger.fixture.ts'
import { recordRefund } from '../ledger/record-refund.ts'
import { recordTip } from '../orders/record-tip.ts'
import { toReceiptEmail } from './receipt-email.ts'
import { getReceiptRow, readReceipt } from './read-receipt.ts'
import { makeReceiptToken, openReceiptToken } from './receipt-token.ts'
import { makeSecretKeys } from '../../config/secret-keys.fixture.ts'

const key = makeSecretKeys()

test('a token is valid for its order with the key that signed it, and with no other', () => {
  const id = randomUUID()
  const token = makeReceiptToken(key, id)

  expect(receiptToken.safeParse(token).success).toBe(true)
  expect(openReceiptToken(key, token)).toBe(id)
  expect(openReceiptToken(makeSecretKeys(), token)).toBeUndefined()
  const other = Buffer.from(token, 'base64url')
  other[3]! ^= 1
  expect(openReceiptToken(key, other.toString('base64url'))).toBeUndefined()
  expect(openReceiptToken(key, Buffer.alloc(32).toString('base64url'))).toBeUndefined()
  expect(openReceiptToken(key, '')).toBeUndefined()
})

test('a receipt follows its tip: open, clearing, paid, sent, shown, refunded', async () => {
  await using test = await createTestDb()
  const { db } = test
  const creator = await buildCreator(db)
  const goal = await buildGoal(db, creator.uid)
  const order = await buildOrder(db, creator.uid, { goalId: goal.goalId, coveredFeeMinor: 25 })
  const read = () =>
    readReceipt({ db, config: { secretsKey: key } }, makeReceiptToken(key, order.id), undefined)
  const state = async () => (await read()).state
  const setStatus = (status: 'CLEARING' | 'FAILED' | 'CREATED') =>
    db.updateTable('tipOrder').set({ status }).where('id', '=', order.id).execute()

  expect(await read()).toMatchObject({ state: 'open', paidAt: null, reference: null, returned: 0 })
  await setStatus('FAILED')
  expect(await state()).toBe('failed')
  await setStatus('CLEARING')
  expect(await state()).toBe('clearing')

  const tip = await recordTip(db, captureOf(order))
  expect(await read()).toMatchObject({
    state: 'paid',
    number: order.id,
    creator: { user_name: creator.userName },
    goalTitle: goal.title,
    name: 'Grace',
    amount: 500,
    fee: 25,
    isFeeCovered: true,
    charged: 525,
    reference: `CAP-${order.id}`,
    sentAt: null,
  })

  for (const hold of ['held', 'dismissed'] as const) {
    await db
      .updateTable('tip')
      .set({ hold, holdEndedAt: hold === 'held' ? null : new Date() })
      .execute()
    expect(await state()).toBe('held')
  }
  await db.updateTable('tip').set({ hold: 'released' }).execute()
  expect(await state()).toBe('paid')

  const eventId = tip.kind === 'recorded' ? tip.jobs[0]!.eventId : ''
  await storeAlert(db, creator.uid, eventId)
  expect(await state()).toBe('sent')
  await showAlert(db, creator.uid, 1)
  const shown = await read()
  expect(shown.state).toBe('shown')
  expect(Date.now() - Date.parse(shown.shownAt!)).toBeLessThan(60_000)

  await recordRefund(db, refundOf(captureOf(order), { amountMinor: 105 }))
  expect(await read()).toMatchObject({ state: 'shown', returned: 100 })
  await recordRefund(db, refundOf(captureOf(order), { refundId: 'REFUND-2', amountMinor: 420 }))
  expect(await read()).toMatchObject({ state: 'returned', returned: 500 })
})

test('the link shows the tip’s public form; only the account that wrote the message sees it', async () => {
  await using test = await createTestDb()
  const { db } = test
  const [creator, fan] = [await buildCreator(db), await buildSupporter(db)]
  const order = await buildOrder(db, creator.uid, {
    supporterUid: fan.uid,
    supporterName: 'Canary Name',
    isAnonymous: true,
    isPrivate: true,
    message: 'canary message',
  })
  await recordTip(db, captureOf(order))
  const source = { db, config: { secretsKey: key } }
  const token = makeReceiptToken(key, order.id)

  const forOthers = JSON.stringify([
    await readReceipt(source, token, undefined),
    await readReceipt(source, token, creator.uid),
    toReceiptEmail(key, await getReceiptRow(source, token), 'en'),
  ])
  expect(forOthers).not.toMatch(/canary/i)
  expect(forOthers).not.toContain(fan.uid)
  expect(forOthers).not.toContain(fan.email)
  expect((await readReceipt(source, token, fan.uid)).message).toBe('canary message')
})

test('a receipt shows a censored name to everybody, and the message as typed to its author', async () => {
  await using test = await createTestDb()
  const { db } = test
  const [creator, fan] = [await buildCreator(db), await buildSupporter(db)]
  const words = { supporterName: 'evil dot shop', message: 'see evil.com' }
  const order = await buildOrder(db, creator.uid, { supporterUid: fan.uid, ...words })
  await recordTip(db, captureOf(order))
  const source = { db, config: { secretsKey: key } }
  const token = makeReceiptToken(key, order.id)

  expect(await readReceipt(source, token, undefined)).toMatchObject({ name: '[link]', message: null })
  expect(await readReceipt(source, token, fan.uid)).toMatchObject({ name: '[link]', message: 'see evil.com' })
})

test('a receipt by mail is in the language of its reader, times and amounts included', async () => {
  await using test = await createTestDb()
  const { db } = test
  const creator = await buildCreator(db, { displayName: 'Mira' })
  const order = await buildOrder(db, creator.uid, { coveredFeeMinor: 25 })
  await recordTip(db, captureOf(order))
  await test.owner
    .updateTable('tip')
    .set({ capturedAt: new Date('2026-11-28T10:05:00Z') })
    .execute()
  const row = await getReceiptRow({ db, config: { secretsKey: key } }, makeReceiptToken(key, order.id))

  expect(toReceiptEmail(key, row, 'en').facts.slice(0, 6)).toEqual([
    ['Tip', '£5'],
    ['Service fee, covered by you', '£0.25'],
    ['You paid', '£5.25'],
    ['To', `Mira (@${creator.userName})`],
    ['Towards', 'General tip'],
    ['Paid on', '28 November 2026 at 10:05 UTC'],
  ])
  expect(toReceiptEmail(key, row, 'de').facts).toEqual([
    ['Trinkgeld', '5\u00a0£'],
    ['Servicegebühr, von dir übernommen', '0,25\u00a0£'],
    ['Du hast bezahlt', '5,25\u00a0£'],
    ['An', `Mira (@${creator.userName})`],
    ['Für', 'Allgemeines Trinkgeld'],
    ['Bezahlt am', '28. November 2026 um 10:05 UTC'],
    ['Bezahlt mit', 'PayPal'],
    ['Zahlungsreferenz', row.captureId],
    ['Belegnummer', order.id],
  ])
})

async function storeAlert(db: Db, creatorUid: string, eventId: string): Promise<void> {
  await db.updateTable('creatorCounter').set({ alertSeq: 1 }).where('creatorUid', '=', creatorUid).execute()
  await db.insertInto('alert').values({ creatorUid, seq: 1, eventId, isTest: false, body: '{}' }).execute()
}

test('a receipt names the seller only if the creator wants it', async () => {
  await using test = await createTestDb()
  const { db } = test
  const creator = await buildCreator(db)
  const order = await buildOrder(db, creator.uid)
  const source = { db, config: { secretsKey: key } }
  const read = () => readReceipt(source, makeReceiptToken(key, order.id), undefined)
  const details = { legalName: 'Ada Lovelace', address: '1 High Street', country: 'GB', vatId: '' }

  await saveBillingDetails(source, creator.uid, { ...details, isOnReceipts: false })
  expect((await read()).seller).toBeNull()
  await saveBillingDetails(source, creator.uid, { ...details, isOnReceipts: true })
  expect((await read()).seller).toEqual({ name: 'Ada Lovelace', address: '1 High Street', country: 'GB' })
})
