/** Payments of a wrong sum, and two admins who settle them. */
import type { NewSettlement } from '../../contract/admin/settlement-calls.ts'
import { buildSupporter } from '../../db/builders.fixture.ts'
import { isUnmatchedRefunded, refundUnmatched } from '../payments/orders/refund-unmatched.ts'
import type { ProposedRefund } from '../payments/orders/refund-unmatched.ts'
import type { openPaypalCheckout } from '../payments/paypal/checkout.fixture.ts'
import type { openStripeCheckout } from '../payments/stripe/checkout.fixture.ts'
import { decideSettlement, proposeSettlement } from './settlements.ts'

export type Checkout =
  | Awaited<ReturnType<typeof openStripeCheckout>>
  | Awaited<ReturnType<typeof openPaypalCheckout>>

/** Opens two admins, of whom one proposes and the other decides unless a call names somebody else. */
export async function openAdmins({ db, ctx }: Checkout) {
  const [ada, ben] = [await buildSupporter(db), await buildSupporter(db)]
  const isRefunded = (proposed: ProposedRefund) => isUnmatchedRefunded(ctx, proposed)
  return {
    ada,
    ben,
    propose: (wanted: NewSettlement, adminUid: string | null = ada.uid) =>
      proposeSettlement(db, { adminUid }, wanted),
    decide: (
      id: string,
      decision: 'settle' | 'reject',
      adminUid: string | null = ben.uid,
      refund = (proposed: ProposedRefund) => refundUnmatched(ctx, proposed),
    ) =>
      decideSettlement(
        { db, refund, isRefunded },
        { adminUid, reason: 'Seen at the provider' },
        { id, decision },
      ),
  }
}

/** Takes a payment of another sum than its order asked for. Returns the provider's id of the payment. */
export async function payWrongSum(checkout: Checkout): Promise<string> {
  const { db, finish } = checkout
  const providerOrderId = await checkout.openPaid()
  await db
    .updateTable('tipOrder')
    .set({ amountMinor: 6_00 })
    .where('providerOrderId', '=', providerOrderId)
    .execute()
  await finish(providerOrderId).catch(() => undefined)
  const { captureId } = await db.selectFrom('unmatchedPayment').select('captureId').executeTakeFirstOrThrow()
  return captureId
}
