/** Ends the refund of a second payment of a tip, and tells both sides of it. */
import { formatMoney } from '../../../contract/money/money.ts'
import type { Trx } from '../../../db/connection.ts'
import { findAccount } from '../../../db/queries/accounts/accounts.ts'
import { completeRefundRequest } from '../../../db/queries/payments/refund-requests.ts'
import type { OpenRefundRequest } from '../../../db/queries/payments/refund-requests.ts'
import type { AccountRow } from '../../../db/schema.ts'
import { enqueueAccountEmail } from '../../mail/enqueue-account-email.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { providerNames } from '../../../contract/providers.ts'

/**
 * Completes the request. In the same transaction, and once, enqueues an email to the creator and one to a supporter who has an
 * account. The address of a guest is unknown.
 */
export async function completeRepeat(
  { db, config: { secretsKey } }: PaymentContext,
  { request, tip }: OpenRefundRequest,
  end: { refundId: string } | { issue: string },
): Promise<void> {
  const factsFor = ({ displayName: name, locale }: AccountRow) => ({
    name,
    amount: formatMoney(tip.amountMinor + tip.coveredFeeMinor, tip.currency, locale),
    provider: providerNames[tip.provider],
  })
  await db.transaction().execute(async (trx) => {
    if (!(await completeRefundRequest(trx, request.id, end))) return
    const mails = { db: trx, secretsKey }
    const creator = await findPresent(trx, tip.creatorUid)
    const supporter = await findPresent(trx, tip.supporterUid)
    if (creator)
      await enqueueAccountEmail(mails, creator, { kind: 'paid-twice-received', ...factsFor(creator) })
    if (supporter) await enqueueAccountEmail(mails, supporter, { kind: 'paid-twice', ...factsFor(supporter) })
  })
}

/** Finds an account that is not erased. */
async function findPresent(trx: Trx, uid: string | null): Promise<AccountRow | undefined> {
  const account = uid === null ? undefined : await findAccount(trx, uid)
  return account?.erasedAt ? undefined : account
}
