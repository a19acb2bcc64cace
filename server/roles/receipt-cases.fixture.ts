/** How the role table asks for receipts: the link is what counts, whoever opens it. For tests. */
import { makeReceiptToken } from '../../domain/payments/receipts/receipt-token.ts'
import type { RouteCase } from '../role-table.ts'
import { listAccountEmails } from '../emails.fixture.ts'
import { post } from './case.fixture.ts'
import type { Asks } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import { privateMessage } from './world.fixture.ts'
import type { House } from './world.fixture.ts'

/** The receipt is that of the supporter's tip to the creator, with a private message. */
export const receiptAsks = {
  'POST /api/v1/account/receipt': async (house, role) => {
    const { token } = await receiptIn(house)
    return {
      ...post('account/receipt', { token }),
      effect: ({ body }) =>
        like(body, { state: 'paid', amount: 500, message: role === 'supporter' ? privateMessage : null }),
    }
  },
  'POST /api/v1/account/receipt | that is not there': async (house) => {
    const { orderId } = await receiptIn(house)
    return post('account/receipt', { token: makeReceiptToken(Buffer.alloc(32), orderId) })
  },
  'POST /api/v1/account/send-receipt': async (house, role) => {
    const { token } = await receiptIn(house)
    const email = `${role.toLowerCase()}-${token.slice(0, 6).toLowerCase()}@receipts.example`
    return {
      ...post('account/send-receipt', { token, email }),
      async effect() {
        const emails = await listAccountEmails(house, email)
        like(emails, [{ kind: 'receipt', token }])
        equals(JSON.stringify(emails).includes(privateMessage), false)
      },
    }
  },
} as const satisfies Partial<Asks<RouteCase>>

async function receiptIn({ db, ctx, creator }: House) {
  const { orderId } = await db
    .selectFrom('tip')
    .select('orderId')
    .where('creatorUid', '=', creator.uid)
    .executeTakeFirstOrThrow()
  return { orderId, token: makeReceiptToken(ctx.config.secretsKey, orderId) }
}
