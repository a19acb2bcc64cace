import { expect, test } from 'vitest'
import { buildCreator, buildOrder } from '../../db/builders.fixture.ts'
import { captureOf } from '../../domain/payments/ledger/ledger.fixture.ts'
import { recordTip } from '../../domain/payments/orders/record-tip.ts'
import { makeReceiptToken } from '../../domain/payments/receipts/receipt-token.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import { listAccountEmails } from '../emails.fixture.ts'

const app = await forFile(startTestApp())

async function buildPaid(isPaid = true) {
  const { uid } = await buildCreator(app.db)
  const order = await buildOrder(app.db, uid)
  if (isPaid) await recordTip(app.db, captureOf(order))
  return makeReceiptToken(app.ctx.config.secretsKey, order.id)
}

test('a receipt is mailed at most three times a day, and its token appears in no log', async () => {
  const token = await buildPaid()
  const email = 'Grace.Guest@example.test'
  const send = () => app.post('account/send-receipt', { token, email })

  expect((await send()).status).toBe(200)
  expect(await listAccountEmails(app, email)).toMatchObject([{ kind: 'receipt', token, amount: '£5' }])
  expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([200, 200, 429])
  expect(app.logged()).not.toContain(token)
  expect(app.logged()).not.toContain(email)
})

test('no receipt is mailed for an unpaid order, to an invalid address, or for an unknown token', async () => {
  const email = 'nobody@example.test'
  const unpaid = await buildPaid(false)

  expect((await app.post('account/send-receipt', { token: unpaid, email })).status).toBe(404)
  expect((await app.post('account/send-receipt', { token: await buildPaid(), email: 'x' })).status).toBe(400)
  expect((await app.post('account/send-receipt', { token: 'A'.repeat(43), email })).status).toBe(404)
  expect((await app.post('account/receipt', { token: 'A'.repeat(43) })).status).toBe(404)
  expect((await app.post('account/receipt', { token: `${unpaid}a` })).status).toBe(400)
  expect(await listAccountEmails(app, email)).toEqual([])
})
