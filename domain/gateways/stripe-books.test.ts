import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStripeBooks } from './stripe-books.ts'
import type { StripeBooks } from './stripe-books.ts'

const created = 1_790_000_000
const money = { currency: 'gbp', created, payment_intent: 'pi_1' }
const dispute = {
  ...money,
  object: 'dispute',
  amount: 500,
  reason: 'fraudulent',
  balance_transactions: [],
  evidence_details: { due_by: null },
}
const lists: Record<string, object[]> = {
  '/v1/disputes': [
    { ...dispute, id: 'du_inquiry', status: 'warning_needs_response' },
    { ...dispute, id: 'du_real', status: 'needs_response' },
    { ...dispute, id: 'du_elsewhere', status: 'lost', payment_intent: null },
  ],
  '/v1/refunds': [
    { ...money, id: 're_1', object: 'refund', amount: 100, status: 'requires_action', metadata: {} },
    {
      ...money,
      id: 're_2',
      object: 'refund',
      amount: 200,
      status: 'succeeded',
      metadata: { refund: 'ours' },
    },
  ],
}

const server = createServer((req, res) => {
  const data = lists[new URL(req.url!, 'http://stripe').pathname]
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ object: 'list', data, has_more: false }))
})
let books: StripeBooks

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  books = openStripeBooks(new Stripe('sk_test_1', { protocol: 'http', host: '127.0.0.1', port }), 'test')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('an inquiry takes no money and is no dispute, whichever way it is heard of', async () => {
  const disputes = await books.listDisputes('acct_1', new Date(0))
  expect(disputes.map(({ disputeId, status }) => [disputeId, status])).toEqual([['du_real', 'open']])
})

test('a refund that waits for the fan’s bank details is pending, and only ours gives a part of the fee back', async () => {
  const refunds = await books.listRefunds('pi_1', 'acct_1')
  expect(
    refunds.map(({ refundId, status, platformFeeMinor }) => [refundId, status, platformFeeMinor]),
  ).toEqual([
    ['re_1', 'pending', 0],
    ['re_2', 'completed', undefined],
  ])
})
