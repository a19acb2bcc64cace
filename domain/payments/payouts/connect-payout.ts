import { randomUUID } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import type { Trx } from '../../../db/connection.ts'
import { lockAccount } from '../../../db/queries/accounts/accounts.ts'
import {
  findOnboarding,
  findPayoutAccount,
  saveOnboarding,
  savePayoutAccount,
} from '../../../db/queries/payments/payout-accounts.ts'
import {
  deleteWaitingPayout,
  findWaitingPayout,
  mustWait,
  saveWaitingPayout,
  takePayoutSnapshot,
} from '../../../db/queries/payments/waiting-payouts.ts'
import type { NewPayoutAccount } from '../../../db/queries/payments/payout-accounts.ts'
import type { Provider } from '../../../db/schema.ts'
import { changeInSession } from '../../accounts/session-changes.ts'
import { hashSession } from '../../accounts/sessions.ts'
import type { OwnSession } from '../../accounts/sessions.ts'
import { orUnavailable } from '../orders/payment-context.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordPayeeState } from '../orders/record-payee-state.ts'
import { recordPayoutChange } from './record-payout-change.ts'
import type { ConnectingCreator, ProviderAccount, ReturnPages } from '../provider/account-gateway.ts'

export interface PayoutToConnect {
  provider: Provider
  session: OwnSession
  creator: Pick<ConnectingCreator, 'email' | 'displayName'>
  /** The creator's country as two lower-case letters; undefined where creators connect an account that they already have. */
  country?: string | undefined
  pages: ReturnPages
}

const offTexts = { paypal: 'error_paypal_off', stripe: 'error_stripe_off' } as const

/**
 * Returns the provider's page where the creator connects an account. Where the provider opens accounts for us, the creator continues an
 * onboarding that has begun. Throws AppError `unavailable` where the provider or its onboarding is off, `payment_provider` when the
 * provider does not respond (the creator can try again), or as `changeInSession` does.
 */
export async function connectPayout(
  ctx: PaymentContext,
  { provider, session, creator: { email, displayName }, country, pages }: PayoutToConnect,
): Promise<string> {
  const accounts = ctx.payments[provider]?.accounts
  if (!accounts?.startOnboarding) throw new AppError('unavailable', { text: offTexts[provider] })
  const { startOnboarding, openAccount } = accounts
  const { uid, token } = session
  const creator = { uid, email, displayName, session: hashSession(token).toString('hex') }
  return orUnavailable(ctx, { uid, provider }, async () => {
    if (!openAccount || country === undefined) {
      const reference = randomUUID()
      const url = await startOnboarding(reference, creator, pages)
      await changeInSession(ctx.db, session, (trx) => saveOnboarding(trx, uid, provider, reference))
      return url
    }
    const connected = await findPayoutAccount(ctx.db, uid, provider)
    const begun = connected?.payeeId ?? (await findOnboarding(ctx.db, uid, provider))
    const account = await openAccount({ ...creator, country }, begun)
    await saveOpened(ctx, { session, provider, account, connectedId: connected?.payeeId })
    return startOnboarding(account.payeeId, creator, pages)
  })
}

interface OpenedAccount {
  session: OwnSession
  provider: Provider
  account: ProviderAccount
  connectedId: string | undefined
}

/**
 * Stores an account that the provider has opened, before its onboarding starts. If the onboarding fails, the creator later
 * continues with the same account.
 */
async function saveOpened(ctx: PaymentContext, { session, provider, account, connectedId }: OpenedAccount) {
  const { payeeId, email } = account
  const { uid } = session
  await changeInSession(ctx.db, session, async (trx) => {
    await saveOnboarding(trx, uid, provider, payeeId)
    if (connectedId === payeeId) return
    await replaceAccount(ctx, trx, { uid, provider, payeeId, email, isReady: false })
  })
  await recordPayeeState(ctx, { provider, payeeId }, account)
}

/** Stores the account that a creator connected by logging in at the provider. Throws AppError as `changeInSession` does. */
export async function saveLoggedInAccount(
  ctx: PaymentContext,
  session: OwnSession,
  provider: Provider,
  { payeeId, state, email }: ProviderAccount,
): Promise<void> {
  const account = { uid: session.uid, provider, payeeId, email, isReady: state === 'ready' }
  await changeInSession(ctx.db, session, (trx) => replaceAccount(ctx, trx, account))
  await recordPayeeState(ctx, { provider, payeeId }, { state, email })
}

/**
 * Stores the account that a creator connected by the onboarding with this reference. Does nothing if the onboarding was cancelled
 * meanwhile, which happens when the owner undoes a change.
 */
export async function saveOnboardedAccount(
  ctx: PaymentContext,
  { uid, provider, reference }: { uid: string; provider: Provider; reference: string },
  { payeeId, state, email }: ProviderAccount,
): Promise<void> {
  const account = { uid, provider, payeeId, email, isReady: state === 'ready' }
  await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    if ((await findOnboarding(trx, uid, provider)) === reference) await replaceAccount(ctx, trx, account)
  })
  await recordPayeeState(ctx, { provider, payeeId }, { state, email })
}

/**
 * Stores an account in place of the connected one. If the creator has been paid before and the account is new to them, it receives
 * tips only after a day; until then the connected one receives them. The owner gets an email about every new account.
 */
async function replaceAccount(ctx: PaymentContext, trx: Trx, account: NewPayoutAccount): Promise<void> {
  const { uid, provider, payeeId, email = null } = account
  const before = await takePayoutSnapshot(trx, uid, provider)
  if (await mustWait(trx, account)) await saveWaitingPayout(trx, account)
  else {
    await deleteWaitingPayout(trx, uid, provider)
    await savePayoutAccount(trx, account)
  }
  if ([before.account?.payeeId, before.waiting?.payeeId].includes(payeeId)) return
  const takesFrom = (await findWaitingPayout(trx, uid, provider))?.takesFrom.toISOString() ?? null
  await recordPayoutChange(ctx, trx, {
    uid,
    before,
    notified: { kind: 'payout-connected', email, takesFrom },
  })
}
