/** A creator with a PayPal account at the stand-in, and a payment context with PayPal as its provider. */
import { startPaypal } from '../../../sandbox/paypal/paypal.fixture.ts'
import { configFor } from '../../config/config.fixture.ts'
import { ownPayeeId } from '../provider/own-account.ts'
import type { CheckoutMode } from '../checkout.fixture.ts'
import { openCheckout } from '../checkout.fixture.ts'
import { captureOrder } from '../orders/capture-order.ts'
import type { CallLimits } from '../provider/payment-provider.ts'
import { openPaypal } from './provider.ts'

type PaypalOutcome = 'pay' | 'declined' | 'declined-once' | 'pending'

interface StandInState {
  captures: object
  merchants: Record<string, { email: string }>
}

const publicUrl = 'https://brimful.example'

/** Opens the stand-in and the context; `await using` closes both. */
export async function openPaypalCheckout({
  mode = 'platform',
  isPartner = true,
  hasGrantedSearch = false,
}: { mode?: CheckoutMode; isPartner?: boolean; hasGrantedSearch?: boolean } = {}) {
  const standIn = await startPaypal()
  const paypal = configFor(standIn.env).paypal!
  const hasPlatform = mode === 'platform'
  const searchesTransactions = (isPartner || !hasPlatform) && paypal.searchesTransactions
  const config = { ...paypal, hasPlatform, isPartner: isPartner && hasPlatform, searchesTransactions }
  /** Pays an order on PayPal's page as the supporter does, with the given outcome. */
  const pay = (orderId: string, outcome: PaypalOutcome = 'pay') =>
    standIn.control('approve', { orderId, outcome })
  const state = () => standIn.control<StandInState>('state')
  const checkout = await openCheckout({
    standIn,
    gateway: openPaypal(config, publicUrl),
    openAccount: async (email) =>
      mode === 'solo'
        ? ownPayeeId
        : (await standIn.control<{ merchantId: string }>('merchants', { email, hasGrantedSearch }))
            .merchantId,
    pay,
    finish: captureOrder,
  })
  return {
    ...checkout,
    config,
    pay,
    /** Opens the provider with other limits and without a cached access token. */
    reopen: (limits: CallLimits) => openPaypal(config, publicUrl, limits),
    act: (captureId: string, act: string, amountMinor?: number) =>
      standIn.control('act', { captureId, act, amountMinor }),
    paymentIds: async () => Object.keys((await state()).captures),
    accountsOf: async (email: string) =>
      Object.values((await state()).merchants).filter((account) => account.email === email),
    changeAccount: ({ isReady }: { isReady: boolean }) =>
      standIn.control('merchants', { email: checkout.creator.email, canReceive: isReady }),
    setUpPage: 'referralToken=',
  }
}
