/** How the role table asks for a creator's statement, refunds and disputes. For tests. */
import { disputeOf } from '../../domain/payments/ledger/ledger.fixture.ts'
import { recordDispute } from '../../domain/payments/ledger/record-dispute.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Asks } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { House } from './world.fixture.ts'
import { openOrder } from './payment-cases.fixture.ts'

/** All are about the tip that the creator was given, whoever asks. */
export const bookAsks = {
  'GET /api/v1/books/statement': async (house, role) => {
    const { id } = await tipOf(house)
    const own = role === 'creator' ? [{ tipId: id, kind: 'capture', amount: 475, balance: 475 }] : []
    return get('books/statement', (body) => like(body, { entries: own, next: null }))
  },
  'GET /api/v1/books/statement-csv': async (house, role) => {
    const { id } = await tipOf(house)
    return get('books/statement-csv', (body) =>
      equals((body as { csv: string }).csv.includes(id), role === 'creator'),
    )
  },
  'POST /api/v1/books/refund-tip': async (house) => {
    const orderId = await openOrder(house)
    await house.control('approve', { orderId, outcome: 'pay' })
    await house.post(`paypal/capture-order/${orderId}`, {})
    const paid = house.db
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
  },
  'GET /api/v1/books/disputes': async (house, role) => {
    const id = await disputeIn(house)
    return get('books/disputes', (body) => like(body, role === 'creator' ? [{ id }] : []))
  },
  'GET /api/v1/books/dispute-evidence': async (house) => {
    const id = await disputeIn(house)
    return get(`books/dispute-evidence?id=${id}`, (body) =>
      equals((body as { text: string }).text.includes('DISPUTE-CAP-'), true),
    )
  },
} satisfies Partial<Asks<RouteCase>>

async function tipOf({ db, creator }: House) {
  return db.selectFrom('tip').selectAll().where('creatorUid', '=', creator.uid).executeTakeFirstOrThrow()
}

async function disputeIn(house: House): Promise<string> {
  const { captureId, currency, amountMinor } = await tipOf(house)
  const disputed = { provider: 'paypal' as const, captureId, currency, chargedMinor: amountMinor }
  await recordDispute(house.db, disputeOf(disputed, { disputeId: `DISPUTE-${captureId}` }))
  const found = house.db.selectFrom('dispute').select('id').where('captureId', '=', captureId)
  return (await found.executeTakeFirstOrThrow()).id
}
