/** Requests for receipts, which everybody with the link may open, that `role-table.test.ts` sends as each role. */
import { makeReceiptToken } from '../../domain/payments/receipts/receipt-token.ts'
import type { RouteCase } from '../role-table.ts'
import { listAccountEmails } from '../emails.fixture.ts'
import { post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import { privateMessage } from './world.fixture.ts'
import type { World } from './world.fixture.ts'

/** All requests are about the receipt of the supporter's tip to the creator, which has a private message. */
export const receiptCases = {
  'POST /api/v1/account/receipt': (world, role) => {
    const token = receiptOf(world)
    return {
      ...post('account/receipt', { token }),
      effect: ({ body }) =>
        like(body, { state: 'paid', amount: 500, message: role === 'supporter' ? privateMessage : null }),
    }
  },
  'POST /api/v1/account/receipt | that is not there': ({ tip }) =>
    post('account/receipt', { token: makeReceiptToken([Buffer.alloc(32)], tip.orderId) }),
  'POST /api/v1/account/send-receipt': (world, role) => {
    const token = receiptOf(world)
    const email = `${role.toLowerCase()}-${token.slice(0, 6).toLowerCase()}@receipts.example`
    return {
      ...post('account/send-receipt', { token, email }),
      async effect() {
        const emails = await listAccountEmails(world, email)
        like(emails, [{ kind: 'receipt', token }])
        equals(JSON.stringify(emails).includes(privateMessage), false)
      },
    }
  },
} as const satisfies Partial<Cases<RouteCase>>

function receiptOf({ ctx, tip }: World): string {
  return makeReceiptToken(ctx.config.secretsKey, tip.orderId)
}
