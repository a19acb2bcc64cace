import { saveOwnAccounts } from '../../../db/queries/payments/own-accounts.ts'
import type { Db } from '../../../db/connection.ts'
import type { Solo } from '../../config/solo-config.ts'
import type { PaymentProviders } from '../orders/payment-context.ts'
import { ownPayeeId } from '../provider/own-account.ts'

/**
 * Has the only creator of an installation in solo mode paid into our own account at each provider that is configured, and at no other.
 * The account may be made later than the process starts, so the workers repeat it. Does nothing on a platform.
 */
export async function connectOwnAccounts({
  db,
  payments,
  config: { solo },
}: {
  db: Db
  payments: PaymentProviders
  config: { solo: Solo | undefined }
}): Promise<void> {
  if (!solo) return
  const own = Object.values(payments).filter((provider) => provider && !provider.hasPlatform)
  const providers = own.map((provider) => provider.name)
  await saveOwnAccounts(db, solo.userName, { providers, payeeId: ownPayeeId })
}
