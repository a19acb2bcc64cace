/** Requests for a creator's statement, refunds and disputes that `server/roles.test.ts` sends as each role. */
import { captureOf, disputeOf } from '../../domain/payments/ledger/ledger.fixture.ts'
import type { DisputeCase } from '../../contract/payments/dispute-calls.ts'
import { findAttachedDocument } from '../../db/queries/payments/evidence-documents.ts'
import { smallPdf } from '../../domain/storage/pdf.fixture.ts'
import { attachDocument } from '../../domain/payments/refunds/evidence-documents.ts'
import { readDisputeCase } from '../../domain/payments/refunds/read-dispute-case.ts'
import { recordDispute } from '../../domain/payments/ledger/record-dispute.ts'
import { get, owned, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals, like } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'
import { openOrder } from './payment-rows.fixture.ts'

/** All requests are about the tip that the creator received, no matter which role sends them. */
export const statementRows: Rows = {
  'POST books/refund-tip': row(owned, async (world) => {
    const orderId = await openOrder(world)
    await world.control('approve', { orderId, outcome: 'pay' })
    await world.post(`paypal/capture-order/${orderId}`, {})
    const paid = world.db
      .selectFrom('tip')
      .innerJoin('tipOrder', 'tipOrder.id', 'tip.orderId')
      .select(['tip.id', 'tip.returnedMinor'])
      .where('providerOrderId', '=', orderId)
    const { id: tipId } = await paid.executeTakeFirstOrThrow()
    return {
      ...post('books/refund-tip', { tipId, amount: 100, reason: '' }),
      async effect({ body }) {
        equals(body, { status: 'done' })
        like(await paid.executeTakeFirstOrThrow(), { returnedMinor: 100 })
      },
    }
  }),
  'GET books/disputes': row({}, async (world, role) => {
    const id = await disputeIn(world)
    return get('books/disputes', (body) => like(body, role === 'creator' ? [{ id }] : []))
  }),
  'GET books/dispute-evidence': row(owned, async (world) => {
    const id = await disputeIn(world)
    return get(`books/dispute-evidence?id=${id}`, (body) =>
      equals((body as { text: string }).text.includes('DISPUTE-CAP-'), true),
    )
  }),
  'GET books/dispute-case': row(owned, async (world) => {
    const id = await disputeIn(world)
    return get(`books/dispute-case?id=${id}`, (body) => like(body, { dispute: { id } }))
  }),
  'POST books/answer-dispute': row(owned, async (world) => {
    const { id, captureId } = await openClaim(world)
    const { version } = await previewOf(world, id)
    return {
      ...post('books/answer-dispute', { id, kind: 'evidence', words: 'I was live.', version }),
      async effect({ body }) {
        equals(body, { status: 'done' })
        const { disputes } = await world.control<{ disputes: Record<string, Claim> }>('state')
        const claim = Object.values(disputes).find((one) => one.captureId === captureId)
        equals(claim?.evidence?.length, 1)
      },
    }
  }),
  'POST books/attach-document': row(owned, async (world) => {
    const id = await disputeIn(world)
    const form = new FormData()
    form.set('document', new Blob([smallPdf]), 'proof.pdf')
    return post(`books/attach-document?id=${id}`, form)
  }),
  'POST books/remove-document': row(owned, async (world) => {
    const id = await documentIn(world)
    return {
      ...post('books/remove-document', { id }),
      async effect() {
        equals(await findAttachedDocument(world.db, { disputeId: id, isInquiry: false }), undefined)
      },
    }
  }),
  'GET books/document': row(owned, async (world) => {
    const id = await documentIn(world)
    return get(`books/document?id=${id}`, (body) => equals(String(body).includes('%PDF-1.4'), true))
  }),
  'GET books/payouts': row({}, async (world, role) => {
    const id = await payoutIn(world)
    return get('books/payouts', (body) => like(body, { payouts: role === 'creator' ? [{ id }] : [] }))
  }),
}

/** Attaches a document to a new dispute of the creator's, and returns the dispute's id. */
async function documentIn(world: World): Promise<string> {
  const id = await disputeIn(world)
  const document = { type: 'application/pdf', content: Buffer.from(smallPdf) } as const
  await attachDocument(world.db, world.creator.uid, id, document)
  return id
}

/** Stores a payout to the creator's account and returns its id. */
async function payoutIn({ db, tip: { orderId } }: World): Promise<string> {
  const order = await db
    .selectFrom('tipOrder')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { provider, payeeId, mode, creatorUid: uid } = order
  const account = { uid, provider, payeeId, email: null, isReady: true }
  await db
    .insertInto('payoutAccount')
    .values(account)
    .onConflict((oc) => oc.columns(['uid', 'provider']).doUpdateSet({ payeeId }))
    .execute()
  const times = { createdAt: new Date(), arrivesAt: new Date() }
  const payoutId = `po_${payeeId}`
  const sum = { amountMinor: 665, currency: 'gbp', status: 'paid', isItemized: true } as const
  await db
    .insertInto('payout')
    .values({ provider, payeeId, mode, payoutId, ...sum, ...times })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return payoutId
}

interface Claim {
  captureId: string
  evidence?: unknown[]
}

/** Pays the creator at PayPal's stand-in. The payer then disputes the payment and escalates the dispute. */
async function openClaim(world: World): Promise<{ id: string; captureId: string }> {
  const orderId = await openOrder(world)
  await world.control('approve', { orderId, outcome: 'pay' })
  await world.post(`paypal/capture-order/${orderId}`, {})
  const paid = await world.db
    .selectFrom('tip')
    .innerJoin('tipOrder', 'tipOrder.id', 'tip.orderId')
    .select(['tip.captureId', 'tipOrder.payeeId'])
    .where('providerOrderId', '=', orderId)
    .executeTakeFirstOrThrow()
  const { captureId, payeeId } = paid
  for (const act of ['dispute', 'escalate']) await world.control('act', { captureId, act })
  const disputes = await world.ctx.payments.paypal!.listDisputes(payeeId, new Date(0))
  await recordDispute(
    world.db,
    disputes.find((one) => one.captureId === captureId)!,
  )
  const found = world.db.selectFrom('dispute').select('id').where('captureId', '=', captureId)
  return { id: (await found.executeTakeFirstOrThrow()).id, captureId }
}

/** Returns what the creator sees before answering. */
async function previewOf({ ctx, creator }: World, id: string): Promise<DisputeCase> {
  return readDisputeCase(ctx, creator.uid, id)
}

async function disputeIn({ db, tip: { orderId } }: World): Promise<string> {
  const order = await db
    .selectFrom('tipOrder')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const capture = captureOf(order)
  const { captureId } = capture
  await recordDispute(db, disputeOf(capture, { disputeId: `DISPUTE-${captureId}` }))
  const found = db.selectFrom('dispute').select('id').where('captureId', '=', captureId)
  return (await found.executeTakeFirstOrThrow()).id
}
