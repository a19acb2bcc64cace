/** Connects the accounts into which creators are paid. */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import {
  findOnboarding,
  findPayoutAccount,
  saveOnboarding,
  savePayoutAccount,
  savePayoutState,
} from '../../../db/queries/payout-accounts.ts'
import {
  deleteWaitingPayout,
  findWaitingPayout,
  mustWait,
  saveWaitingPayout,
  takePayoutSnapshot,
} from '../../../db/queries/waiting-payouts.ts'
import type { NewPayoutAccount } from '../../../db/queries/payout-accounts.ts'
import type { Provider } from '../../../db/schema.ts'
import { orUnavailable } from '../orders/payment-context.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordPayoutChange } from './record-payout-change.ts'
import type { ConnectingCreator, ProviderAccount, ReturnPages } from '../provider/account-gateway.ts'

export interface PayoutToConnect {
  provider: Provider
  creator: ConnectingCreator
  /** The creator's country, two lower-case letters; undefined where creators bring their own account. */
  country?: string | undefined
  pages: ReturnPages
}

const offTexts = { paypal: 'error_paypal_off', stripe: 'error_stripe_off' } as const

/**
 * Returns the provider's page on which the creator connects an account. Where the provider opens accounts for us, one that was
 * begun is continued. Throws AppError `unavailable` where the provider or its onboarding is off, and `payment_provider` when it
 * does not respond; the creator can simply try again.
 */
export async function connectPayout(
  ctx: PaymentContext,
  { provider, creator, country, pages }: PayoutToConnect,
): Promise<string> {
  const accounts = ctx.payments[provider]?.accounts
  if (!accounts?.startOnboarding) throw new AppError('unavailable', { text: offTexts[provider] })
  const { startOnboarding, openAccount } = accounts
  const { uid } = creator
  return orUnavailable(ctx, { uid, provider }, async () => {
    if (!openAccount || country === undefined) {
      const reference = randomUUID()
      const url = await startOnboarding(reference, creator, pages)
      await saveOnboarding(ctx.db, uid, provider, reference)
      return url
    }
    const connected = await findPayoutAccount(ctx.db, uid, provider)
    const begun = connected?.payeeId ?? (await findOnboarding(ctx.db, uid, provider))
    const account = await openAccount({ ...creator, country }, begun)
    await saveOpened(ctx, { uid, provider, account, connectedId: connected?.payeeId })
    return startOnboarding(account.payeeId, creator, pages)
  })
}

interface OpenedAccount {
  uid: string
  provider: Provider
  account: ProviderAccount
  connectedId: string | undefined
}

/** Stores an opened account before its onboarding starts, so that it is continued when that fails. */
async function saveOpened(ctx: PaymentContext, { uid, provider, account, connectedId }: OpenedAccount) {
  const { payeeId, email } = account
  await saveOnboarding(ctx.db, uid, provider, payeeId)
  if (connectedId !== payeeId) await replaceAccount(ctx, { uid, provider, payeeId, email, isReady: false })
  await savePayoutState(ctx.db, { provider, payeeId }, account)
}

/** Stores the account that a creator connected by logging in or by an onboarding. */
export async function saveConnectedAccount(
  ctx: PaymentContext,
  uid: string,
  provider: Provider,
  { payeeId, state, email }: ProviderAccount,
): Promise<void> {
  await replaceAccount(ctx, { uid, provider, payeeId, email, isReady: state === 'ready' })
  await savePayoutState(ctx.db, { provider, payeeId }, { state, email })
}

/**
 * Stores an account in place of the connected one. An account that is new to a creator who has been paid before waits for a day
 * first, while the connected one goes on taking tips. The owner is told of every new account.
 */
async function replaceAccount(ctx: PaymentContext, account: NewPayoutAccount): Promise<void> {
  const { uid, provider, payeeId, email = null } = account
  await ctx.db.transaction().execute(async (trx) => {
    const before = await takePayoutSnapshot(trx, uid, provider)
    if (await mustWait(trx, account)) await saveWaitingPayout(trx, account)
    else {
      await deleteWaitingPayout(trx, uid, provider)
      await savePayoutAccount(trx, account)
    }
    if ([before.account?.payeeId, before.waiting?.payeeId].includes(payeeId)) return
    const takesFrom = (await findWaitingPayout(trx, uid, provider))?.takesFrom.toISOString() ?? null
    await recordPayoutChange(ctx, trx, { uid, before, told: { kind: 'payout-connected', email, takesFrom } })
  })
}
