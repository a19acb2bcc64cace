import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStripeRefunds } from './refunds-and-disputes.ts'
import type { StripeRefunds } from './refunds-and-disputes.ts'

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
/** A transaction that took the money of a dispute a minute after it began. */
const taken = {
  amount: -500,
  fee: 2000,
  currency: 'gbp',
  created: created + 60,
  reporting_category: 'dispute',
}
const lists: Record<string, object[]> = {
  '/v1/disputes': [
    { ...dispute, id: 'du_inquiry', status: 'warning_needs_response' },
    { ...dispute, id: 'du_real', status: 'needs_response' },
    { ...dispute, id: 'du_appeal', status: 'appeal_needs_response', balance_transactions: [taken] },
    { ...dispute, id: 'du_prevented', status: 'prevented' },
    { ...dispute, id: 'du_refunded', status: 'prevented', balance_transactions: [taken] },
    { ...dispute, id: 'du_new', status: 'a_status_of_tomorrow' },
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

/** Serves a list in pages of one item each. Every page except the last says that there are more. */
const server = createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url!, 'http://stripe')
  const all = lists[pathname] as { id: string }[]
  const at = all.findIndex(({ id }) => id === searchParams.get('starting_after')) + 1
  res.setHeader('content-type', 'application/json')
  const page = { object: 'list', data: all.slice(at, at + 1), has_more: at + 1 < all.length, url: pathname }
  res.end(JSON.stringify(page))
})
let gateway: StripeRefunds

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  gateway = openStripeRefunds(new Stripe('sk_test_1', { protocol: 'http', host: '127.0.0.1', port }), 'test')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('disputes and inquiries are listed, except those without a payment and those in a state that nobody knows', async () => {
  const disputes = await gateway.listDisputes('acct_1', new Date(0))
  expect(disputes.map(({ disputeId, status }) => [disputeId, status])).toEqual([
    ['du_inquiry', 'inquiry'],
    ['du_real', 'open'],
    ['du_appeal', 'open'],
    ['du_prevented', 'won'],
    ['du_refunded', 'lost'],
  ])
})

test('an inquiry that became a dispute is newer than the inquiry was', async () => {
  const disputes = await gateway.listDisputes('acct_1', new Date(0))
  const asOf = (id: string) => disputes.find(({ disputeId }) => disputeId === id)!.asOf.getTime() / 1000
  expect([asOf('du_inquiry'), asOf('du_appeal')]).toEqual([created, created + 60])
})

test('refunds are read page by page; one that waits for bank details is pending', async () => {
  const refunds = await gateway.listRefunds('pi_1', 'acct_1')
  expect(refunds.map(({ refundId, status }) => [refundId, status])).toEqual([
    ['re_1', 'pending'],
    ['re_2', 'completed'],
  ])
})
