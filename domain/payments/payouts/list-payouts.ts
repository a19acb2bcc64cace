/** Lists the state of a creator's accounts at the providers, as it was last read there. */
import type { CallResponse } from '../../../contract/call.ts'
import type { getPayoutAccounts } from '../../../contract/payments/payout-calls.ts'
import { ofEach, providers } from '../../../contract/providers.ts'
import {
  deleteOnboarding,
  deletePayoutAccount,
  findOnboarding,
  findPayoutAccount,
} from '../../../db/queries/payments/payout-accounts.ts'
import {
  deleteWaitingPayout,
  findWaitingPayout,
  takePayoutSnapshot,
} from '../../../db/queries/payments/waiting-payouts.ts'
import { hasMoney } from '../../../db/queries/accounts/profiles.ts'
import type { Provider } from '../../../db/schema.ts'
import { changeInSession } from '../../accounts/session-changes.ts'
import type { OwnSession } from '../../accounts/sessions.ts'
import type { PayoutState } from '../provider/account-gateway.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordPayoutChange } from './record-payout-change.ts'

type PayoutViews = CallResponse<typeof getPayoutAccounts>

/** Returns a creator's account at every provider, whether the currency of both is fixed, and whether both are our own. */
export async function listPayouts(ctx: PaymentContext, uid: string): Promise<PayoutViews> {
  const [views, { isIn, isComing }] = await Promise.all([
    Promise.all(providers.map((provider) => viewPayout(ctx, uid, provider))),
    hasMoney(ctx.db, uid),
  ])
  return {
    ...ofEach((provider) => views[providers.indexOf(provider)]!),
    isCurrencyFixed: isIn || isComing,
    isOwn: Object.values(ctx.payments).some((provider) => provider?.hasPlatform === false),
  }
}

async function viewPayout(
  ctx: PaymentContext,
  uid: string,
  provider: Provider,
): Promise<PayoutViews[Provider]> {
  const { accounts } = ctx.payments[provider] ?? {}
  if (!accounts) return { state: 'off', email: null, waiting: null }
  const account = await findPayoutAccount(ctx.db, uid, provider)
  const found = await findWaitingPayout(ctx.db, uid, provider)
  const waiting = found
    ? { state: stateOf(found), email: found.email, takesFrom: found.takesFrom.toISOString() }
    : null
  if (account) return { state: stateOf(account), email: account.email, waiting }
  // Where creators connect an account that they already have, we know only the onboarding's reference until the onboarding ends.
  const isBegun =
    !found && !accounts.openAccount && (await findOnboarding(ctx.db, uid, provider)) !== undefined
  return { state: isBegun ? 'unfinished' : 'not_connected', email: null, waiting }
}

function stateOf({ isReady, isRestricted }: { isReady: boolean; isRestricted: boolean }): PayoutState {
  if (isReady) return 'ready'
  return isRestricted ? 'restricted' : 'unfinished'
}

/**
 * Disconnects a creator's account, or the one that is waiting to replace it. Nothing changes at the provider. If the provider
 * opened the account for us, a later connection continues with the same account. Throws AppError as `changeInSession` does.
 */
export async function disconnectPayout(
  ctx: PaymentContext,
  session: OwnSession,
  { provider, isWaiting = false }: { provider: Provider; isWaiting?: boolean | undefined },
): Promise<void> {
  const { uid } = session
  const { accounts } = ctx.payments[provider] ?? {}
  await changeInSession(ctx.db, session, async (trx) => {
    if (accounts && !accounts.openAccount) await deleteOnboarding(trx, uid, provider)
    const before = await takePayoutSnapshot(trx, uid, provider)
    if (!(isWaiting ? before.waiting : before.account)) return
    if (isWaiting) await deleteWaitingPayout(trx, uid, provider)
    else await deletePayoutAccount(trx, uid, provider)
    await recordPayoutChange(ctx, trx, { uid, before, notified: { kind: 'payout-disconnected' } })
  })
}
