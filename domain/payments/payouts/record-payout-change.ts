/** Emails a creator that a payout account was connected or disconnected, with a link that undoes the change. */
import type { Trx } from '../../../db/connection.ts'
import type { PayoutSnapshot } from '../../../db/payout-tables.ts'
import { findAccount } from '../../../db/queries/accounts/accounts.ts'
import { recordSensitiveChange } from '../../accounts/sensitive-changes.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { providerNames } from '../../../contract/providers.ts'

interface PayoutChange {
  uid: string
  /** The accounts that were connected before the change. */
  before: PayoutSnapshot
  notified:
    | { kind: 'payout-connected'; email: string | null; takesFrom: string | null }
    | { kind: 'payout-disconnected' }
}

/** Records a change of payout accounts in the transaction that makes it, and emails the creator. */
export async function recordPayoutChange(
  { config: { secretsKey } }: Pick<PaymentContext, 'config'>,
  trx: Trx,
  { uid, before, notified }: PayoutChange,
): Promise<void> {
  const account = await findAccount(trx, uid)
  if (!account) return
  const { displayName: name } = account
  const provider = providerNames[before.provider]
  const change = { kind: 'payout', before } as const
  await recordSensitiveChange({ db: trx, secretsKey }, account, change, (undo) => ({
    ...notified,
    name,
    provider,
    undo,
  }))
}
