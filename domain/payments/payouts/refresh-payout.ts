/**
 * Reads the state of creators' accounts from the provider. Data that the browser brings back from the provider's page is not
 * trusted.
 */
import {
  findOnboarding,
  findOnboardingUid,
  findPayoutAccount,
  isConnected,
} from '../../../db/queries/payments/payout-accounts.ts'
import { findWaitingPayout } from '../../../db/queries/payments/waiting-payouts.ts'
import type { Provider } from '../../../db/schema.ts'
import { orUnavailable } from '../orders/payment-context.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordPayeeState } from '../orders/record-payee-state.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import { saveOnboardedAccount } from './connect-payout.ts'

/** Reads the state of a creator's account now. Throws AppError `payment_provider` when the provider does not respond. */
export async function refreshPayout(ctx: PaymentContext, uid: string, name: Provider): Promise<void> {
  const provider = ctx.payments[name]
  if (provider) await orUnavailable(ctx, { uid, provider: name }, () => refresh(ctx, provider, uid))
}

/** Reads the state of an account that has changed. Does nothing if no creator has connected it. */
export async function refreshAccount(
  ctx: PaymentContext,
  { name, accounts }: PaymentProvider,
  payeeId: string,
): Promise<void> {
  const key = { provider: name, payeeId }
  if (!accounts.find || !(await isConnected(ctx.db, key))) return
  await recordPayeeState(ctx, key, (await accounts.find(payeeId)) ?? { state: 'restricted' })
}

/** Reads and connects the account of the creator whose onboarding, started with `startOnboarding(reference)`, is finished. */
export async function refreshOnboarded(
  ctx: PaymentContext,
  provider: PaymentProvider,
  reference: string,
): Promise<void> {
  const uid = await findOnboardingUid(ctx.db, provider.name, reference)
  if (uid) await refresh(ctx, provider, uid)
}

/** Marks an account that the platform has lost access to as restricted, so that no creator is paid into it. */
export async function markAccountLost(
  ctx: PaymentContext,
  { name }: PaymentProvider,
  payeeId: string,
): Promise<void> {
  await recordPayeeState(ctx, { provider: name, payeeId }, { state: 'restricted' })
}

async function refresh(ctx: PaymentContext, provider: PaymentProvider, uid: string): Promise<void> {
  const { name, accounts } = provider
  const reference = accounts.findOnboarded && (await findOnboarding(ctx.db, uid, name))
  const onboarded = reference && (await accounts.findOnboarded?.(reference))
  if (onboarded) return saveOnboardedAccount(ctx, { uid, provider: name, reference }, onboarded)
  const connected = [await findPayoutAccount(ctx.db, uid, name), await findWaitingPayout(ctx.db, uid, name)]
  for (const account of connected) if (account) await refreshAccount(ctx, provider, account.payeeId)
}
