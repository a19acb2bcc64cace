/** Stores whether a payout account takes payments, and emails its creators when it stops. */
import { savePayoutState } from '../../../db/queries/payments/payout-accounts.ts'
import type { PayoutAccountKey } from '../../../db/queries/payments/payout-accounts.ts'
import { enqueueAccountEmail } from '../../mail/enqueue-account-email.ts'
import type { ProviderAccount } from '../provider/account-gateway.ts'
import { ownPayeeId } from '../provider/own-account.ts'
import { providerNames } from '../../../contract/providers.ts'
import type { PaymentContext } from './payment-context.ts'

/**
 * Stores the state of an account. Each creator who was paid into it until now and is no more gets an email, in the same transaction, so
 * once for each time that the account stops. Our own account is left as it is: nothing reports that it takes payments again, so each order
 * has to try.
 */
export async function recordPayeeState(
  { db, config: { secretsKey } }: Pick<PaymentContext, 'db' | 'config'>,
  key: PayoutAccountKey,
  account: { state: ProviderAccount['state']; email?: string | null },
): Promise<void> {
  if (key.payeeId === ownPayeeId) return
  await db.transaction().execute(async (trx) => {
    for (const creator of await savePayoutState(trx, key, account))
      await enqueueAccountEmail({ db: trx, secretsKey }, creator, {
        kind: 'payout-stopped',
        name: creator.displayName,
        provider: providerNames[key.provider],
      })
  })
}
