import { AppError } from '../../contract/errors.ts'
import { AlreadyPaidError } from '../../domain/payments/orders/close-siblings.ts'
import { makeReceiptToken } from '../../domain/payments/receipts/receipt-token.ts'
import type { AppContext } from '../context.ts'

/** Makes an AlreadyPaidError of `work` an AppError that tells the browser of the payment, with its receipt. */
export async function tellingPaid<T>({ config }: AppContext, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AlreadyPaidError)) throw error
    const { orderId, ...paid } = error.paid
    throw new AppError('already_paid', {
      paid: { ...paid, receipt: makeReceiptToken(config.secretsKey, orderId) },
    })
  }
}
