/** Requests of admins, and for creators' invoices, that `server/roles.test.ts` sends as each role. */
import { randomUUID } from 'node:crypto'
import { addTestEvent } from '../../db/alerts.fixture.ts'
import type { NewAdjustment } from '../../contract/admin/adjustment-calls.ts'
import type { NewSettlement } from '../../contract/admin/settlement-calls.ts'
import { insertReport } from '../../db/queries/moderation/abuse-cases.ts'
import { insertUnmatchedPayment } from '../../db/queries/payments/unmatched-payments.ts'
import { decideReport } from '../../domain/admin/decide-reports.ts'
import { saveBillingDetails } from '../../domain/payments/invoices/billing-details.ts'
import { insertInvoice } from '../../domain/payments/invoices/invoices.fixture.ts'
import { decideAdjustment, proposeAdjustment } from '../../domain/admin/adjustments.ts'
import { proposeSettlement } from '../../domain/admin/settlements.ts'
import { get, owned, post, row } from '../roles/case.fixture.ts'
import type { Attempt, Rows } from '../roles/case.fixture.ts'
import { equals, has, like } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

const details = {
  legalName: 'Ada Lovelace',
  address: '1 St James’s Square',
  country: 'DE',
  vatId: 'DE123456789',
}
const month = '2026-10'
const thisMonth = new Date().toISOString().slice(0, 7)

export const adminRows: Rows = {
  'GET books/invoices/:id/file': row(owned, async (world) =>
    pdf(`books/invoices/${await issueTo(world)}/file`),
  ),
  'GET books/billing-details': row({}, async (world, role) => {
    await enterDetails(world)
    return get('books/billing-details', (body) =>
      like(body, { details: role === 'creator' ? { legalName: 'Ada Lovelace' } : null }),
    )
  }),
  'POST books/save-billing-details': row({}, (world, role) => ({
    ...post('books/save-billing-details', { ...details, isOnReceipts: true }),
    async effect({ body }) {
      like(body, { details: { ...details, isVatIdChecked: false } })
      const rows = await world.db.selectFrom('billingDetails').select('uid').execute()
      has(rows, { uid: world.uidOf(role) })
    },
  })),
  'GET admin/month': row({}, () =>
    get(`admin/month?month=${thisMonth}`, (body) => like(body, { closedAt: null, hasSeller: false })),
  ),
  'GET admin/month/entries': row({}, (world) => ({
    ...recorded(world, 'export', `admin/month/entries?month=${thisMonth}`),
    effect: ({ body }) => equals(String(body).includes(world.tip.tipId), true),
  })),
  'GET admin/month/invoices': row({}, async (world) => {
    await issueTo(world)
    return {
      ...recorded(world, 'export', `admin/month/invoices?month=${month}`),
      effect: ({ body }) => equals(String(body).includes(world.creator.uid), true),
    }
  }),
  'GET admin/invoices': row({}, async (world) => {
    const id = await issueTo(world)
    return get(`admin/invoices?month=${month}`, (body) => {
      const { invoices } = body as { invoices: { id: string }[] }
      like(
        invoices.find((invoice) => invoice.id === id),
        { userName: world.creator.userName },
      )
    })
  }),
  'GET admin/invoices/:id/file': row({}, async (world) =>
    recorded(world, 'invoice', `admin/invoices/${await issueTo(world)}/file`),
  ),
  'GET admin/vat-ids': row({}, async (world) => {
    await enterDetails(world)
    return get('admin/vat-ids', (body) => {
      const rows = body as { uid: string }[]
      like(
        rows.find(({ uid }) => uid === world.creator.uid),
        { vatId: details.vatId },
      )
    })
  }),
  'POST admin/check-vat-id': row({}, async (world) => {
    await enterDetails(world)
    const { uid } = world.creator
    return {
      ...post('admin/check-vat-id', { uid, vatId: details.vatId }),
      async effect() {
        const rows = world.db.selectFrom('billingDetails').select('vatIdCheckedAt').where('uid', '=', uid)
        equals((await rows.executeTakeFirstOrThrow()).vatIdCheckedAt instanceof Date, true)
        await expectAction(world, 'vat_id')
      },
    }
  }),
  'GET admin/account': row({}, ({ creator }) =>
    get(`admin/account?userName=${creator.userName}`, (body) => like(body, { isSuspended: false })),
  ),
  'POST admin/change-account': row({}, (world) => {
    const { userName } = world.creator
    return {
      ...post('admin/change-account', { userName, change: 'verify', reason: 'Known from television' }),
      async effect({ body }) {
        like(body, { userName, isVerified: true })
        await expectAction(world, 'verify')
      },
    }
  }),
  'GET admin/account-events': row({}, ({ creator: { userName } }) =>
    get(`admin/account-events?userName=${userName}`, (body) => like(body, { events: [{ kind: 'log-in' }] })),
  ),
  'GET admin/payment': row({}, (world) => ({
    ...get(`admin/payment?id=${world.tip.tipId}`, (body) => like(body, { tipId: world.tip.tipId })),
    writes: true,
  })),
  'GET admin/failed': row({}, async (world) => {
    const item = await giveUp(world)
    return get('admin/failed', (body) => {
      const listed = body as { item: { eventId?: string } }[]
      has(
        listed.map(({ item: { eventId } }) => eventId),
        item.eventId,
      )
    })
  }),
  'POST admin/end-failed': row({}, async (world) => {
    const item = await giveUp(world)
    return {
      ...post('admin/end-failed', { item, decision: 'drop', reason: 'The address is gone' }),
      effect: () => expectAction(world, 'drop'),
    }
  }),
  'GET admin/adjustments': row({}, async (world) => {
    const id = await propose(world)
    return get('admin/adjustments', (body) => {
      const { proposed } = body as { proposed: { id: string }[] }
      has(
        proposed.map((one) => one.id),
        id,
      )
    })
  }),
  'POST admin/propose-adjustment': row({}, async (world) => {
    await rejectOpen(world)
    return {
      ...post('admin/propose-adjustment', adjustmentOf(world)),
      effect: () => expectAction(world, 'propose_adjustment'),
    }
  }),
  'POST admin/decide-adjustment': row({}, async (world) => {
    const id = await propose(world)
    return {
      ...post('admin/decide-adjustment', { id, decision: 'book', reason: 'Seen at the provider' }),
      effect: () => expectAction(world, 'book_adjustment'),
    }
  }),
  'GET admin/unmatched-payments': row({}, async (world) => {
    const paymentId = await addUnmatched(world)
    return get('admin/unmatched-payments', (body) => {
      const { payments } = body as { payments: { paymentId: string }[] }
      has(
        payments.map((one) => one.paymentId),
        paymentId,
      )
    })
  }),
  'POST admin/propose-settlement': row({}, async (world) => ({
    ...post('admin/propose-settlement', settlementOf(await addUnmatched(world))),
    effect: () => expectAction(world, 'propose_settlement'),
  })),
  'POST admin/decide-settlement': row({}, async (world) => {
    const wanted = settlementOf(await addUnmatched(world))
    const id = await proposeSettlement(world.db, { adminUid: null }, wanted)
    return {
      ...post('admin/decide-settlement', { id, decision: 'settle', reason: 'Seen at the provider' }),
      effect: () => expectAction(world, 'settle_payment'),
    }
  }),
  'GET admin/reports': row({}, async (world) => {
    const id = await report(world)
    return get('admin/reports', (body) => {
      const { open } = body as { open: { id: string; latest: { details: string }[] }[] }
      like(
        open.find((one) => one.id === id),
        { goal: { id: world.goal.goalId }, latest: [{ details: 'Not true' }] },
      )
    })
  }),
  'POST admin/decide-report': row({}, async (world) => {
    const id = await report(world)
    return {
      ...post('admin/decide-report', { id, decision: 'hide', reason: 'It is a fraud' }),
      effect: () => expectAction(world, 'hide'),
    }
  }),
  'POST admin/show-again': row({}, async (world) => {
    const id = await report(world)
    await decideReport(
      { db: world.db, secretsKey: world.ctx.config.secretsKey },
      { adminUid: null, reason: null },
      { id, decision: 'hide' },
    )
    return {
      ...post('admin/show-again', { id, reason: 'It was none' }),
      effect: () => expectAction(world, 'show'),
    }
  }),
  'GET admin/site': row({}, () => get('admin/site', (body) => like(body, { maintenanceSince: null }))),
  'POST admin/set-maintenance': row({}, (world) => ({
    ...post('admin/set-maintenance', { isOn: true, reason: 'New disks' }),
    async effect() {
      await expectAction(world, 'maintenance_on')
      await world.db.deleteFrom('siteSwitch').execute() // other rows of the table use the same site
    },
  })),
  'POST admin/save-testimonial': row({}, (world) => ({
    ...post('admin/save-testimonial', { imageUrl: '/a.webp', profileUrl: null, isHidden: true }),
    async effect({ body }) {
      const { testimonials } = body as { testimonials: object[] }
      like(testimonials.at(-1), { imageUrl: '/a.webp', isHidden: true })
      await expectAction(world, 'testimonial')
    },
  })),
  'POST admin/order-testimonials': row({}, async (world) => {
    const { uid } = await world.db
      .insertInto('testimonial')
      .values({ imageUrl: null, profileUrl: null, position: 9 })
      .returning('uid')
      .executeTakeFirstOrThrow()
    return {
      ...post('admin/order-testimonials', { uids: [uid] }),
      async effect({ body }) {
        like((body as { testimonials: object[] }).testimonials[0], { uid })
        await expectAction(world, 'testimonial')
      },
    }
  }),
}

function pdf(path: string): Attempt {
  return get(path, (body) => equals(String(body).startsWith('%PDF-'), true))
}

/** A download of an admin, which is recorded. */
function recorded(world: World, action: string, path: string): Attempt {
  return { ...get(path), writes: true, effect: () => expectAction(world, action) }
}

async function expectAction({ db, admin }: World, action: string): Promise<void> {
  const rows = db.selectFrom('adminAction').select('action').where('adminUid', '=', admin.uid)
  has(await rows.execute(), { action })
}

async function enterDetails({ ctx, creator }: World): Promise<void> {
  await saveBillingDetails(ctx, creator.uid, { ...details, isOnReceipts: false })
}

/** Issues an invoice to the creator; returns its id. */
function issueTo({ db, ctx, creator }: World): Promise<string> {
  return insertInvoice(db, creator.uid, ctx.config.secretsKey, details)
}

/** Stores a visitor's report about the creator's goal; returns the id of its case. */
async function report({ db, creator, goal }: World): Promise<string> {
  const thing = { creatorUid: creator.uid, goalId: goal.goalId, name: null }
  await db
    .transaction()
    .execute((trx) => insertReport(trx, thing, { reason: 'fraud', details: 'Not true', contact: null }))
  const { id } = await db
    .selectFrom('abuseCase')
    .select('id')
    .where('goalId', '=', goal.goalId)
    .executeTakeFirstOrThrow()
  return id
}

function adjustmentOf({ tip: { tipId } }: World): NewAdjustment {
  const what = { tipId, kind: 'payment', account: 'provider_fee', amount: -1 } as const
  return { ...what, transactionId: 'TXN-1', reason: 'A fee that no report has' }
}

/** A tip has one open proposal at a time. */
async function rejectOpen({ db }: World): Promise<void> {
  const open = await db.selectFrom('adjustment').select('id').where('decision', 'is', null).execute()
  for (const { id } of open)
    await decideAdjustment(db, { adminUid: null, reason: null }, { id, decision: 'reject' })
}

/** Proposes an adjustment by a command; returns its id. */
async function propose(world: World): Promise<string> {
  await rejectOpen(world)
  return proposeAdjustment(world.db, { adminUid: null }, adjustmentOf(world))
}

/** Adds a payment that is not what its order asked for; returns the provider's id of it. */
async function addUnmatched({ db, tip: { tipId } }: World): Promise<string> {
  const order = await db
    .selectFrom('tip')
    .innerJoin('tipOrder', 'tipOrder.id', 'tip.orderId')
    .selectAll('tipOrder')
    .where('tip.id', '=', tipId)
    .executeTakeFirstOrThrow()
  const captureId = `UNMATCHED-${randomUUID()}`
  await insertUnmatchedPayment(db, order, { captureId, chargedMinor: 1, currency: order.currency })
  return captureId
}

function settlementOf(paymentId: string): NewSettlement {
  return {
    provider: 'paypal',
    paymentId,
    way: 'outside',
    transactionId: 'TXN-1',
    reason: 'Sent back by bank',
  }
}

/** Makes a delivery of a new event give up; returns the item that names it. */
async function giveUp({ db, creator: { uid: creatorUid } }: World) {
  const eventId = await addTestEvent(db, creatorUid)
  const ended = { status: 'gave_up', reason: 'refused', completedAt: new Date() } as const
  await db
    .insertInto('delivery')
    .values({ eventId, destination: 'mail', creatorUid, ...ended })
    .execute()
  return { kind: 'delivery', eventId, destination: 'mail' }
}
