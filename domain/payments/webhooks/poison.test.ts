import { sql } from 'kysely'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { checkPayments } from '../check-payments.ts'
import { later } from '../checkout.fixture.ts'
import { applyPendingReports } from '../orders/record-outcome.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { processOpenWebhooks } from './receive-webhook.ts'

type PaypalCheckout = Awaited<ReturnType<typeof openPaypalCheckout>>

const approvedEvent = (orderId: string) => ({
  id: 'WH-good',
  event_type: 'CHECKOUT.ORDER.APPROVED',
  resource: { id: orderId },
})

/** Stores webhooks that can never be processed and are older than all others. */
async function storePoison({ db }: PaypalCheckout, count: number): Promise<void> {
  await sql`insert into webhook_event (provider, payee_id, event_id, type, body, received_at)
    select 'paypal', '', 'WH-' || n, 'PAYMENT.CAPTURE.COMPLETED', '{"id":"x","event_type":"PAYMENT.CAPTURE.COMPLETED"}',
      now() - interval '1 hour' from generate_series(1, ${count}) n`.execute(db)
}

test('a hundred webhooks that always fail do not keep a later one from being processed', async () => {
  await using checkout = await openPaypalCheckout()
  await storePoison(checkout, 100)
  await checkout.store(approvedEvent(await checkout.openPaid()))

  for (const minutes of [1, 1.2]) await processOpenWebhooks(checkout.ctx, later(minutes))

  expect(await checkout.tips()).toHaveLength(1)
})

test('refunds that cannot be booked do not keep those of other tips from being booked', async () => {
  await using checkout = await openPaypalCheckout()
  const [bad, good] = [await checkout.takeTip(), await checkout.takeTip()]
  for (const { captureId } of [bad, good])
    await sql`insert into provider_refund (provider, refund_id, capture_id, mode, kind, status, amount_minor, currency,
        platform_fee_minor, provider_fee_minor, occurred_at, as_of)
      values ('paypal', ${captureId}, ${captureId}, 'test', 'refund', 'completed', 100, 'gbp', 0, 0, now(), now())`.execute(
      checkout.db,
    )
  await sql`create function refuse_entry() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
    checkout.owner,
  )
  await sql`create trigger refuse_bad before insert on ledger_entry for each row
    when (new.tip_id = ${sql.lit(bad.id)}::uuid) execute function refuse_entry()`.execute(checkout.owner)

  await applyPendingReports(checkout.ctx)

  const returned = await checkout.db.selectFrom('tip').select(['id', 'returnedMinor']).execute()
  expect(returned).toContainEqual({ id: good.id, returnedMinor: 100 })
  expect(returned).toContainEqual({ id: bad.id, returnedMinor: 0 })
})

test('a webhook that always fails is given up after 24 attempts, and a person sees it', async () => {
  await using checkout = await openPaypalCheckout()
  await storePoison(checkout, 1)

  for (let n = 1; n <= 30; n += 1) await processOpenWebhooks(checkout.ctx, later(n * 6 * 60 + 1))
  await checkPayments(checkout.ctx)

  const rows = await checkout.db.selectFrom('failedWork').select(['key', 'attempts', 'givenUpAt']).execute()
  expect(rows).toEqual([{ key: 'paypal  WH-1', attempts: 24, givenUpAt: expect.any(Date) }])
  const { values } = await register.getSingleMetric('brimful_payments_stuck')!.get()
  expect(values).toContainEqual({ labels: { reason: 'given_up' }, value: 1 })
})

test('a webhook that failed and then succeeds leaves nothing behind', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.openPaid()
  await checkout.store(approvedEvent(orderId))
  await checkout.fault('capture', 'status-503', 3)
  await processOpenWebhooks(checkout.ctx, later(1))
  expect(await checkout.db.selectFrom('failedWork').selectAll().execute()).toHaveLength(1)

  await processOpenWebhooks(checkout.ctx, later(2))

  expect(await checkout.tips()).toHaveLength(1)
  expect(await checkout.db.selectFrom('failedWork').selectAll().execute()).toEqual([])
})
